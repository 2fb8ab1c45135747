package io.okapifs.ec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Which build this library comes from. Maven writes it down in {@code build.properties}. */
public final class BuildInfo {
  /** What {@link #commit()} says where the build had no git. */
  public static final String UNKNOWN = "unknown";

  private static final String VERSION;
  private static final String COMMIT;

  static {
    Properties build = read();
    VERSION = build.getProperty("version", UNKNOWN);
    COMMIT = build.getProperty("commit", UNKNOWN);
  }

  private BuildInfo() {
  }

  /** The project's version, e.g. 3.3.6-okapi-1. */
  public static String version() {
    return VERSION;
  }

  /**
   * The commit that was built: 40 hexadecimal digits, with "-dirty" behind them where files
   * differed from it, or {@link #UNKNOWN}.
   */
  public static String commit() {
    return COMMIT;
  }

  private static Properties read() {
    Properties build = new Properties();
    try (InputStream in = BuildInfo.class.getResourceAsStream("build.properties")) {
      if (in != null) {
        build.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return build;
  }
}
