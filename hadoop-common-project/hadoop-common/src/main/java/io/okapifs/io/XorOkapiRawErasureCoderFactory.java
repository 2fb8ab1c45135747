package io.okapifs.io;

import io.okapifs.ec.code.Xor;

/** Our coders for Hadoop's codec "xor", by the name of xor_okapi. */
public final class XorOkapiRawErasureCoderFactory extends OkapiRawErasureCoderFactory {
  /** Called by Hadoop, which finds this class as a service. */
  public XorOkapiRawErasureCoderFactory() {
    super(Xor.CODEC);
  }
}
