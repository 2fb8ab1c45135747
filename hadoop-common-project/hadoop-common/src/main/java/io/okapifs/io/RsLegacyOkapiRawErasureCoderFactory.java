package io.okapifs.io;

import io.okapifs.ec.code.LegacyReedSolomon;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.apache.hadoop.io.erasurecode.rawcoder.OkapiRawDecoder;
import org.apache.hadoop.io.erasurecode.rawcoder.OkapiRawEncoder;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureCoderFactory;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureDecoder;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureEncoder;

/**
 * Our coders for Hadoop's codec "rs-legacy": chosen by
 * io.erasurecode.codec.rs-legacy.rawcoders=rs-legacy_okapi.
 */
public final class RsLegacyOkapiRawErasureCoderFactory implements RawErasureCoderFactory {
  /** The coder's name in Hadoop's configuration. */
  public static final String CODER_NAME = "rs-legacy_okapi";

  @Override
  public RawErasureEncoder createEncoder(ErasureCoderOptions options) {
    return new OkapiRawEncoder(getCodecName(), options);
  }

  @Override
  public RawErasureDecoder createDecoder(ErasureCoderOptions options) {
    return new OkapiRawDecoder(getCodecName(), options);
  }

  @Override
  public String getCoderName() {
    return CODER_NAME;
  }

  @Override
  public String getCodecName() {
    return LegacyReedSolomon.CODEC;
  }
}
