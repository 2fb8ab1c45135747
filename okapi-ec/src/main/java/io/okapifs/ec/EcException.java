package io.okapifs.ec;

/**
 * What this library throws for anything it cannot do with what it was given: members out of range,
 * sets that cannot be decoded, lengths that do not fit, buffers that are not direct, unknown codes.
 * The message names the values. Nothing was changed.
 */
public class EcException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** A message of the form "what is wrong: name=value, name=value". */
  public EcException(String message) {
    super(message);
  }
}
