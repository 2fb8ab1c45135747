package io.okapifs.hdfs.seam;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.util.VersionInfo;

/**
 * Refuses the start of a daemon whose class path is not the one that was built and tested.
 *
 * <p>Three facts are required: the Hadoop version is the locked one, every class that the locks
 * list is on the class path exactly once, and each of them refers to its aspects, i.e. is woven.
 * The locks are hdfs-diff.lock and that of corrections, hdfs-fixes.lock, packed into this jar.
 *
 * <p>The check itself is called by advice, so it can only run in a woven NameNode or DataNode. It
 * therefore sees a stock client jar beside our server jar, a second copy of either jar behind ours
 * and a foreign hadoop-common. It cannot see a stock server jar in front of ours: nothing of ours
 * runs then.
 *
 * <p>Any thread may call it.
 */
public final class WovenCheck {

  static final List<String> LOCK_RESOURCES =
      List.of("META-INF/okapi/hdfs-diff.lock", "META-INF/okapi/hdfs-fixes.lock");
  private static final String VERSION_KEY = "hadoop=";
  private static final String REMEDY =
      "; put only the jars of one Okapi distribution on the class path";

  /** A class path that was right stays so: a JVM with many daemons looks once. */
  private static volatile boolean isWoven;

  private WovenCheck() {}

  /**
   * Checks the class path of this very class.
   *
   * @throws IOException with one sentence that says what is wrong
   */
  public static void requireWoven() throws IOException {
    if (!isWoven) {
      requireWoven(WovenCheck.class.getClassLoader(), VersionInfo.getVersion());
      isWoven = true;
    }
  }

  static void requireWoven(ClassLoader loader, String hadoopVersion) throws IOException {
    List<String> lock = new ArrayList<>();
    for (String resource : LOCK_RESOURCES) {
      List<String> lines = readLock(loader, resource);
      requireVersion(lines, hadoopVersion);
      lock.addAll(lines);
    }
    for (Map.Entry<String, Set<String>> advised : aspectsByClass(lock).entrySet()) {
      requireWovenOnce(loader, advised.getKey(), advised.getValue());
    }
  }

  private static List<String> readLock(ClassLoader loader, String resource) throws IOException {
    try (InputStream in = loader.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("not started: " + resource + " is missing" + REMEDY);
      }
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).lines().toList();
    }
  }

  private static void requireVersion(List<String> lock, String hadoopVersion) throws IOException {
    String locked =
        lock.stream()
            .filter(line -> line.startsWith(VERSION_KEY))
            .map(line -> line.substring(VERSION_KEY.length()))
            .findFirst()
            .orElse("none");
    if (!locked.equals(hadoopVersion)) {
      throw new IOException(
          "not started: Hadoop version differs: locked=" + locked + ", found=" + hadoopVersion
              + REMEDY);
    }
  }

  /**
   * Columns are parted by two spaces: kind, advised method, shadow, aspect.pointcut, ... A line
   * with fewer columns declares a member; such a class does not name the aspect.
   */
  private static Map<String, Set<String>> aspectsByClass(List<String> lock) {
    Map<String, Set<String>> aspects = new TreeMap<>();
    for (String line : lock) {
      String[] columns = line.split(" {2}");
      if (columns.length > 4) {
        String advised = columns[1].substring(0, columns[1].indexOf('('));
        aspects.computeIfAbsent(parentOf(advised), name -> new TreeSet<>())
            .add(parentOf(columns[3]));
      }
    }
    return aspects;
  }

  private static String parentOf(String member) {
    return member.substring(0, member.lastIndexOf('.'));
  }

  private static void requireWovenOnce(ClassLoader loader, String className, Set<String> aspects)
      throws IOException {
    List<URL> copies =
        Collections.list(loader.getResources(className.replace('.', '/') + ".class"));
    if (copies.size() != 1) {
      throw new IOException(
          "not started: " + className + " must be on the class path once: copies=" + copies
              + REMEDY);
    }
    URL copy = copies.get(0);
    String constants = readLatin1(copy);
    for (String aspect : aspects) {
      if (!constants.contains(aspect.replace('.', '/'))) {
        throw new IOException(
            "not started: " + className + " is not woven: aspect=" + aspect + ", found=" + copy
                + REMEDY);
      }
    }
  }

  /** Names in the constant pool of a class file are ASCII here, so Latin-1 keeps them findable. */
  private static String readLatin1(URL classFile) throws IOException {
    try (InputStream in = classFile.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
