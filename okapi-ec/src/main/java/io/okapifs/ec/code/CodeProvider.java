package io.okapifs.ec.code;

/**
 * A codec from another jar. The jar names its class in {@code
 * META-INF/services/io.okapifs.ec.code.CodeProvider}, and {@link java.util.ServiceLoader} finds it
 * on the class path. docs/ADDING-A-CODE.md has one. Any thread may call it.
 */
public interface CodeProvider {
  /**
   * The codec's name: lower-case words with hyphens between, and {@code <x>} behind them where a
   * number belongs to the name, as {@code mirror<copies>} for mirror2 and mirror3.
   */
  String codec();

  /**
   * The version of what is stored, 1 or more. A higher one tells clusters that the same k and r now
   * give other bytes; they refuse files of the former one.
   */
  int version();

  /**
   * The code, built by {@link CodeBuilder} or an implementation of its own. It is called CODEC-k-r,
   * with the codec in upper case.
   *
   * @param codec as it was asked for, such as mirror3
   * @param number the number at its end; 0 where {@link #codec()} has none
   * @param k number of data members, not checked
   * @param r number of parity members, not checked
   * @throws UnsupportedCodeException where there is no such code
   */
  ErasureCode create(String codec, int number, int k, int r);
}
