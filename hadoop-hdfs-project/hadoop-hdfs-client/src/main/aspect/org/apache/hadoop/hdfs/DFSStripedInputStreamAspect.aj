package org.apache.hadoop.hdfs;

import io.okapifs.io.PreferredCoders;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.erasurecode.CodecUtil;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureDecoder;

/**
 * Why: lost cells of HDFS's own layout are decoded by our kernels.
 * Ladder: a setting would do, but not by default: Hadoop's default is a list that it makes itself.
 * Gone when: Hadoop lets a service say that it goes first.
 */
aspect DFSStripedInputStreamAspect {

  // read: lost cells of HDFS's own layout are decoded by our kernels
  pointcut newDecoder(Configuration conf, String codec, ErasureCoderOptions options) :
      call(public static RawErasureDecoder CodecUtil.createRawDecoder(Configuration, String,
          ErasureCoderOptions))
      && within(DFSStripedInputStream)
      && args(conf, codec, options);

  RawErasureDecoder around(Configuration conf, String codec, ErasureCoderOptions options) :
      newDecoder(conf, codec, options) {
    return PreferredCoders.decoder(
        PreferredCoders.CLIENT_KEY, conf, codec, options, () -> proceed(conf, codec, options));
  }
}
