package io.okapifs.ec.code;

/** Refuses parameters that a construction has no code for. */
final class CodeLimits {
  private CodeLimits() {}

  static void check(String codec, int k, int r, int membersMax) {
    if (k < 1 || r < 1 || (long) k + r > membersMax) {
      throw refusal(codec, k, r, "k>=1, r>=1, k+r<=" + membersMax);
    }
  }

  static UnsupportedCodeException refusal(String codec, int k, int r, String supported) {
    return new UnsupportedCodeException(codec, k, r, supported);
  }
}
