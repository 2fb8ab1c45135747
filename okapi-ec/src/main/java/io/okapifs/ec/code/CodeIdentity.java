package io.okapifs.ec.code;

import io.okapifs.ec.EcException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * By what two programs find out whether they mean the same code by a name. A value.
 *
 * @param version what {@link CodeProvider#version()} says
 * @param alpha sub-blocks per block, which a program without the code needs to know lengths
 * @param digest 32 hexadecimal digits of the SHA-256 of the shape and the generator
 */
public record CodeIdentity(int version, int alpha, String digest) {
  private static final int DIGEST_BYTES = 16;
  private static final Pattern TEXT = Pattern.compile("v(\\d{1,9})-a(\\d{1,5})-([0-9a-f]{32})");

  /** That of a code; computes its generator. */
  public static CodeIdentity of(int version, ErasureCode code) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      int[] shape = {code.k(), code.r(), code.alpha(), code.encode().symbolBytes()};
      for (int number : shape) {
        sha.update(new byte[] {(byte) (number >> 8), (byte) number});
      }
      byte[] digest = sha.digest(code.encode().toMatrix().toBytes());
      return new CodeIdentity(
          version, code.alpha(), HexFormat.of().formatHex(digest, 0, DIGEST_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * From the text that {@link #toString} gives.
   *
   * @throws EcException where it is none
   */
  public static CodeIdentity parse(String text) {
    Matcher matcher = TEXT.matcher(text == null ? "" : text);
    if (!matcher.matches()) {
      throw new EcException(
          "not the identity of a code: text=" + text
              + "; expected v1-a1- and 32 hexadecimal digits");
    }
    return new CodeIdentity(
        Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), matcher.group(3));
  }

  /** As v1-a1-0123456789abcdef0123456789abcdef. */
  @Override
  public String toString() {
    return "v" + version + "-a" + alpha + "-" + digest;
  }
}
