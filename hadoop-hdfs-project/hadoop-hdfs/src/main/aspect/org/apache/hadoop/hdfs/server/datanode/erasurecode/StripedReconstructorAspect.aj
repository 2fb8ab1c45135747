package org.apache.hadoop.hdfs.server.datanode.erasurecode;

import io.okapifs.io.PreferredCoders;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.erasurecode.CodecUtil;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureDecoder;

/**
 * Why: blocks of files in HDFS's own layout are rebuilt by our kernels.
 * Ladder: a setting would do, but not by default: Hadoop's default is a list that it makes itself.
 * Gone when: Hadoop lets a service say that it goes first.
 */
aspect StripedReconstructorAspect {

  // repair: HDFS's own layout is rebuilt by our kernels
  pointcut newDecoder(Configuration conf, String codec, ErasureCoderOptions options) :
      call(public static RawErasureDecoder CodecUtil.createRawDecoder(Configuration, String,
          ErasureCoderOptions))
      && within(StripedReconstructor)
      && args(conf, codec, options);

  RawErasureDecoder around(Configuration conf, String codec, ErasureCoderOptions options) :
      newDecoder(conf, codec, options) {
    return PreferredCoders.decoder(
        PreferredCoders.DATANODE_KEY, conf, codec, options, () -> proceed(conf, codec, options));
  }
}
