package org.apache.hadoop.hdfs;

import io.okapifs.io.PreferredCoders;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.erasurecode.CodecUtil;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureEncoder;

/**
 * Why: files in HDFS's own layout are encoded by our kernels.
 * Ladder: a setting would do, but not by default: Hadoop's default is a list that it makes itself.
 * Gone when: Hadoop lets a service say that it goes first.
 */
aspect DFSStripedOutputStreamAspect {

  // write: HDFS's own layout is encoded by our kernels
  pointcut newEncoder(Configuration conf, String codec, ErasureCoderOptions options) :
      call(public static RawErasureEncoder CodecUtil.createRawEncoder(Configuration, String,
          ErasureCoderOptions))
      && within(DFSStripedOutputStream)
      && args(conf, codec, options);

  RawErasureEncoder around(Configuration conf, String codec, ErasureCoderOptions options) :
      newEncoder(conf, codec, options) {
    return PreferredCoders.encoder(
        PreferredCoders.CLIENT_KEY, conf, codec, options, () -> proceed(conf, codec, options));
  }
}
