package io.okapifs.ec.code;

import io.okapifs.ec.EcException;
import java.util.BitSet;

/** The lost members cannot be rebuilt from the members that are available. */
public final class UndecodableException extends EcException {
  private static final long serialVersionUID = 1L;

  /** Names the code and both sets. */
  public UndecodableException(String codeName, BitSet lost, BitSet available) {
    super("not decodable: code=" + codeName + ", lost=" + lost + ", available=" + available);
  }
}
