package io.okapifs.hdfs.seam;

import io.okapifs.Woven;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Which version of ours runs: {@code 3.3.6-okapi-1}. Daemons tell it where those of HDFS tell
 * theirs: a DataNode when it registers, both in JMX and on their pages. Any thread may use it.
 */
public final class Release {

  private static final String MARK = "-okapi-";
  private static final String VERSION = read();

  private Release() {}

  /** The version of these jars. */
  @Woven
  public static String version() {
    return VERSION;
  }

  /**
   * Whether a daemon is of ours.
   *
   * @param version what it says; null where it says nothing
   */
  public static boolean isOurs(String version) {
    return version != null && version.contains(MARK);
  }

  private static String read() {
    try (InputStream in = Release.class.getResourceAsStream("/META-INF/okapi/version")) {
      String version = new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
      if (!version.contains(MARK)) {
        throw new IllegalStateException("not a version of okapi: version=" + version);
      }
      return version;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
