package io.okapifs.hdfs.tools;

import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number, or one with k, m, g, t, p or e behind it, which is above 0. */
final class Size implements ITypeConverter<Long> {

  @Override
  public Long convert(String value) {
    try {
      long size = TraditionalBinaryPrefix.string2long(value);
      if (size > 0) {
        return size;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw new TypeConversionException("must be like 64m or 1g and above 0, not '" + value + "'");
  }
}
