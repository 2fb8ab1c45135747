package io.okapifs.io;

import io.okapifs.ec.code.ReedSolomon;

/** Our coders for Hadoop's codec "rs", by the name of rs_okapi. */
public final class RsOkapiRawErasureCoderFactory extends OkapiRawErasureCoderFactory {
  /** Called by Hadoop, which finds this class as a service. */
  public RsOkapiRawErasureCoderFactory() {
    super(ReedSolomon.CODEC);
  }
}
