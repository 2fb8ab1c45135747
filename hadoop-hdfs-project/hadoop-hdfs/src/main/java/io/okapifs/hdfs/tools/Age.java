package io.okapifs.hdfs.tools;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads 2w, 90d, 12h or 30m. */
final class Age implements ITypeConverter<Duration> {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,6})([wdhm])");

  private static final long MINUTES_OF_HOUR = 60;
  private static final long MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR;

  @Override
  public Duration convert(String value) {
    Matcher matcher = TEXT.matcher(value);
    if (!matcher.matches()) {
      throw new TypeConversionException("an age is 2w, 90d, 12h or 30m, not " + value);
    }
    int count = Integer.parseInt(matcher.group(1));
    return switch (matcher.group(2)) {
      case "w" -> Duration.ofDays(7L * count);
      case "d" -> Duration.ofDays(count);
      case "h" -> Duration.ofHours(count);
      default -> Duration.ofMinutes(count);
    };
  }

  /** As it is read, in days, or in hours or minutes where it is no whole number of those. */
  static String text(Duration age) {
    long minutes = age.toMinutes();
    if (minutes > 0 && minutes % MINUTES_OF_DAY == 0) {
      return minutes / MINUTES_OF_DAY + "d";
    }
    return minutes > 0 && minutes % MINUTES_OF_HOUR == 0
        ? minutes / MINUTES_OF_HOUR + "h"
        : minutes + "m";
  }

  /** When a file that is old enough was changed at the latest; the cluster's clock may be ahead. */
  static long changedUntilMillis(Duration age, long nowMillis) {
    return age == null ? Long.MAX_VALUE : nowMillis - age.toMillis();
  }
}
