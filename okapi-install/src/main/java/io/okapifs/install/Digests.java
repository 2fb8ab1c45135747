package io.okapifs.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** SHA-256 of files and of classes in jars, in hexadecimal digits. */
public final class Digests {

  private static final int BUFFER_BYTES = 1 << 16;

  private Digests() {}

  public static String ofFile(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = sha256();
      update(digest, in);
      return HexFormat.of().formatHex(digest.digest());
    }
  }

  /**
   * Of the content of some classes, however the jar is packed.
   *
   * @param classes names of entries, as in org/apache/hadoop/hdfs/DFSClient.class
   * @return null where the jar lacks one, or is none
   */
  public static String ofClasses(Path jar, Collection<String> classes) throws IOException {
    MessageDigest digest = sha256();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (String name : new TreeSet<>(classes)) {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
          return null;
        }
        digest.update(name.getBytes(StandardCharsets.UTF_8));
        try (InputStream in = zip.getInputStream(entry)) {
          update(digest, in);
        }
      }
    } catch (ZipException e) {
      return null;
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void update(MessageDigest digest, InputStream in) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      digest.update(buffer, 0, count);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
