package io.okapifs.ec.code;

import io.okapifs.ec.EcException;

/**
 * A code was asked for that does not exist, or not with these parameters. The message says what
 * does exist.
 */
public final class UnsupportedCodeException extends EcException {
  private static final long serialVersionUID = 1L;

  private final String supported;

  UnsupportedCodeException(String message) {
    super(message);
    this.supported = "";
  }

  /**
   * The refusal of a {@link CodeProvider}.
   *
   * @param supported what there is instead, for example "k>=1, r>=1, k+r<=256"
   */
  public UnsupportedCodeException(String codec, int k, int r, String supported) {
    super(
        "unsupported code: codec=" + codec + ", k=" + k + ", r=" + r + "; supported: "
            + supported);
    this.supported = supported;
  }

  /** What there is instead; empty where nobody says. */
  public String supported() {
    return supported;
  }
}
