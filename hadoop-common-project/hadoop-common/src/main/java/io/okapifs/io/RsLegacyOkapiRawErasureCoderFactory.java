package io.okapifs.io;

import io.okapifs.ec.code.LegacyReedSolomon;

/** Our coders for Hadoop's codec "rs-legacy", by the name of rs-legacy_okapi. */
public final class RsLegacyOkapiRawErasureCoderFactory extends OkapiRawErasureCoderFactory {
  /** Called by Hadoop, which finds this class as a service. */
  public RsLegacyOkapiRawErasureCoderFactory() {
    super(LegacyReedSolomon.CODEC);
  }
}
