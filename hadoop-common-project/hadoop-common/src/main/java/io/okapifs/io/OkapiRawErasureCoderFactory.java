package io.okapifs.io;

import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.apache.hadoop.io.erasurecode.rawcoder.OkapiRawDecoder;
import org.apache.hadoop.io.erasurecode.rawcoder.OkapiRawEncoder;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureCoderFactory;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureDecoder;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureEncoder;

/**
 * Our coders for one of Hadoop's codecs. The one for CODEC is chosen by
 * io.erasurecode.codec.CODEC.rawcoders=CODEC_okapi.
 */
abstract class OkapiRawErasureCoderFactory implements RawErasureCoderFactory {
  private final String codec;

  OkapiRawErasureCoderFactory(String codec) {
    this.codec = codec;
  }

  @Override
  public final RawErasureEncoder createEncoder(ErasureCoderOptions options) {
    return new OkapiRawEncoder(codec, options);
  }

  @Override
  public final RawErasureDecoder createDecoder(ErasureCoderOptions options) {
    return new OkapiRawDecoder(codec, options);
  }

  @Override
  public final String getCoderName() {
    return codec + "_okapi";
  }

  @Override
  public final String getCodecName() {
    return codec;
  }
}
