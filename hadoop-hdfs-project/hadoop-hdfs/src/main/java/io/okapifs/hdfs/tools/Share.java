package io.okapifs.hdfs.tools;

import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Reads 10% or 0.5%. */
final class Share {

  private static final Pattern TEXT = Pattern.compile("\\d{1,3}(\\.\\d{1,6})?%");

  private Share() {}

  /**
   * @return above 0 and at most 1
   * @throws TypeConversionException where it is no such share
   */
  static double of(String value) {
    double percent =
        TEXT.matcher(value).matches()
            ? Double.parseDouble(value.substring(0, value.length() - 1))
            : 0;
    if (percent <= 0 || percent > 100) {
      throw new TypeConversionException(
          "a share is 10% or 0.5%, above 0% and up to 100%, not '" + value + "'");
    }
    return percent / 100;
  }
}
