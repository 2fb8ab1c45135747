package io.okapifs.ec.code;

import io.okapifs.ec.EcException;

/**
 * A code was asked for that does not exist, or not with these parameters. The message says what
 * does exist.
 */
public final class UnsupportedCodeException extends EcException {
  private static final long serialVersionUID = 1L;

  UnsupportedCodeException(String message) {
    super(message);
  }
}
