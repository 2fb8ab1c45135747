package io.okapifs.hdfs.diff;

import io.okapifs.hdfs.diff.Weaver.Woven;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipFile;

/** Compares what the aspects change upstream with the lock, or renews the lock and its pages. */
public final class HdfsDiff {

  static final List<String> WOVEN_MODULES = List.of("hadoop-hdfs-client", "hadoop-hdfs");
  private static final String RENEW = "--write";

  private final Path root;
  private final String hadoopVersion;

  /**
   * @param root folder of the whole project, built at least to phase compile
   * @param hadoopVersion version of the upstream jars in target/upstream
   */
  HdfsDiff(Path root, String hadoopVersion) {
    this.root = root;
    this.hadoopVersion = hadoopVersion;
  }

  /** Arguments: root folder, Hadoop version, and --write to renew. Exit code 1 means drift. */
  public static void main(String[] arguments) throws IOException {
    HdfsDiff diff = new HdfsDiff(Path.of(arguments[0]).toAbsolutePath(), arguments[1]);
    boolean renew = arguments.length > 2 && arguments[2].equals(RENEW);
    Lock present = diff.present();
    if (renew) {
      Files.writeString(diff.lockFile(), present.toText());
      for (Map.Entry<String, String> page : diff.pages(present).entrySet()) {
        Files.writeString(diff.page(page.getKey()), page.getValue());
      }
    }
    List<String> drift = diff.drift(present);
    drift.forEach(System.err::println);
    System.out.println(present.joinPoints().size() + " join points, drift: " + drift.size());
    System.exit(drift.isEmpty() ? 0 : 1);
  }

  /** Weaves both upstream jars. */
  Lock present() throws IOException {
    List<JoinPoint> points = new ArrayList<>();
    List<Declaration> declarations = new ArrayList<>();
    try (UpstreamClasses classes = new UpstreamClasses(upstreamJars())) {
      for (String module : WOVEN_MODULES) {
        Woven woven = weaver().weave(upstreamJar(module), aspectFolder(module), classes);
        if (!woven.errors().isEmpty()) {
          throw new IOException(String.join("\n", woven.errors()));
        }
        points.addAll(woven.joinPoints());
        declarations.addAll(woven.declarations());
      }
    }
    return new Lock(hadoopVersion, points, declarations);
  }

  /** Differences of lock and pages from {@code present}. */
  List<String> drift(Lock present) throws IOException {
    List<String> drift = new ArrayList<>(locked().driftTo(present));
    for (Map.Entry<String, String> page : pages(present).entrySet()) {
      if (!readIfThere(page(page.getKey())).equals(page.getValue())) {
        drift.add("docs/" + page.getKey() + " is not what the lock and the aspects say");
      }
    }
    return drift;
  }

  Lock locked() throws IOException {
    return Lock.parse(readIfThere(lockFile()));
  }

  private static String readIfThere(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private Map<String, String> pages(Lock present) throws IOException {
    long classCount = 0;
    for (Path jar : upstreamJars()) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        classCount += zip.stream().filter(entry -> entry.getName().endsWith(".class")).count();
      }
    }
    return DiffTable.pages(present, reasons(), classCount);
  }

  Map<String, Reasons> reasons() throws IOException {
    Map<String, Reasons> reasons = new TreeMap<>();
    for (String module : WOVEN_MODULES) {
      Path folder = aspectFolder(module);
      for (Path aspect : Folders.filesIn(folder, ".aj")) {
        String name = folder.relativize(aspect).toString().replace('/', '.');
        reasons.put(name.substring(0, name.length() - ".aj".length()), Reasons.of(aspect));
      }
    }
    return reasons;
  }

  Weaver weaver() {
    return new Weaver(
        root.resolve("scripts/rules/aspectj-lint.properties"),
        System.getProperty("java.class.path"));
  }

  List<Path> upstreamJars() {
    return WOVEN_MODULES.stream().map(this::upstreamJar).toList();
  }

  Path upstreamJar(String module) {
    return root.resolve("hadoop-hdfs-project/hdfs-diff/target/upstream/" + module + ".jar");
  }

  Path aspectFolder(String module) {
    return root.resolve("hadoop-hdfs-project/" + module + "/src/main/aspect");
  }

  private Path lockFile() {
    return root.resolve("hadoop-hdfs-project/hdfs-diff.lock");
  }

  private Path page(String name) {
    return root.resolve("docs").resolve(name);
  }
}
