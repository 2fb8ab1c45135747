package io.okapifs.bench.scenario;

import io.okapifs.ec.code.ErasureCode;
import java.util.Locale;

/** The codec of a code, as policies of HDFS name it. */
final class CodecName {

  private CodecName() {}

  /**
   * As in {@code hashtag4} of HASHTAG4-10-4.
   *
   * @param name of the code, as the registry has it
   */
  static String of(String name, ErasureCode code) {
    String suffix = "-" + code.k() + "-" + code.r();
    return name.substring(0, name.lastIndexOf(suffix)).toLowerCase(Locale.ROOT);
  }
}
