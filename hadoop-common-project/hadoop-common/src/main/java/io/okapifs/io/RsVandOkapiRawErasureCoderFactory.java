package io.okapifs.io;

import io.okapifs.ec.code.VandermondeReedSolomon;

/** Our coders for our codec "rs-vand", which Hadoop does not have, by the name of rs-vand_okapi. */
public final class RsVandOkapiRawErasureCoderFactory extends OkapiRawErasureCoderFactory {
  /** Called by Hadoop, which finds this class as a service. */
  public RsVandOkapiRawErasureCoderFactory() {
    super(VandermondeReedSolomon.CODEC);
  }
}
