package io.okapifs.hdfs.diff;

import io.okapifs.hdfs.diff.Weaver.Woven;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** Compares what the aspects change upstream with the locks, or renews locks and pages. */
public final class HdfsDiff {

  public static final List<String> WOVEN_MODULES = List.of("hadoop-hdfs-client", "hadoop-hdfs");
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
    Map<Piece, Lock> present = diff.present();
    if (renew) {
      for (Piece piece : Piece.values()) {
        Files.writeString(piece.lock(diff.root), present.get(piece).toText());
      }
      for (Map.Entry<String, String> page : diff.pages(present).entrySet()) {
        Files.writeString(diff.page(page.getKey()), page.getValue());
      }
    }
    List<String> drift = diff.drift(present);
    drift.forEach(System.err::println);
    present.forEach(
        (piece, lock) ->
            System.out.println(
                piece.lockName() + ": " + lock.joinPoints().size() + " join points"));
    System.out.println("drift: " + drift.size());
    System.exit(drift.isEmpty() ? 0 : 1);
  }

  /** Weaves both upstream jars, each with all that the build weaves into it. */
  Map<Piece, Lock> present() throws IOException {
    return present(List.of(Piece.values()), weaver());
  }

  /** Weaves both upstream jars with some of what the build weaves into them. */
  Map<Piece, Lock> present(List<Piece> pieces, Weaver weaver) throws IOException {
    List<JoinPoint> points = new ArrayList<>();
    List<Declaration> declarations = new ArrayList<>();
    try (UpstreamClasses classes = new UpstreamClasses(upstreamJars())) {
      for (String module : WOVEN_MODULES) {
        List<Path> aspects = pieces.stream().map(piece -> piece.aspects(root, module)).toList();
        Woven woven = weaver.weave(upstreamJar(module), aspects, classes);
        if (!woven.errors().isEmpty()) {
          throw new IOException(String.join("\n", woven.errors()));
        }
        points.addAll(woven.joinPoints());
        declarations.addAll(woven.declarations());
      }
    }
    Map<Piece, Lock> locks = new EnumMap<>(Piece.class);
    for (Piece piece : pieces) {
      locks.put(piece, new Lock(hadoopVersion, points, declarations).of(reasons(piece).keySet()));
    }
    return locks;
  }

  /** Differences of locks and pages from {@code present}. */
  List<String> drift(Map<Piece, Lock> present) throws IOException {
    List<String> drift = new ArrayList<>();
    for (Piece piece : Piece.values()) {
      locked(piece).driftTo(present.get(piece)).stream()
          .map(sentence -> piece.lockName() + ": " + sentence)
          .forEach(drift::add);
    }
    for (Map.Entry<String, String> page : pages(present).entrySet()) {
      if (!readIfThere(page(page.getKey())).equals(page.getValue())) {
        drift.add("docs/" + page.getKey() + " is not what its lock and the aspects say");
      }
    }
    return drift;
  }

  Lock locked(Piece piece) throws IOException {
    return Lock.parse(readIfThere(piece.lock(root)));
  }

  private static String readIfThere(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private Map<String, String> pages(Map<Piece, Lock> present) throws IOException {
    long classCount = 0;
    for (Path jar : upstreamJars()) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        classCount += zip.stream().filter(entry -> entry.getName().endsWith(".class")).count();
      }
    }
    return DiffTable.pages(
        present, reasons(Piece.FEATURE), reasons(Piece.FIXES), classCount);
  }

  /** What the aspects of a piece say of themselves, by their names. */
  private Map<String, Reasons> reasons(Piece piece) throws IOException {
    Map<String, Reasons> reasons = new TreeMap<>();
    for (String module : WOVEN_MODULES) {
      Path folder = piece.aspects(root, module);
      for (Path aspect : Folders.filesIn(folder, ".aj")) {
        String name = folder.relativize(aspect).toString().replace('/', '.');
        reasons.put(name.substring(0, name.length() - ".aj".length()), Reasons.of(aspect));
      }
    }
    return reasons;
  }

  Weaver weaver() {
    return weaver(System.getProperty("java.class.path"));
  }

  Weaver weaver(String classPath) {
    return new Weaver(root.resolve("scripts/rules/aspectj-lint.properties"), classPath);
  }

  List<Path> upstreamJars() {
    return WOVEN_MODULES.stream().map(this::upstreamJar).toList();
  }

  Path upstreamJar(String module) {
    return root.resolve("hadoop-hdfs-project/hdfs-diff/target/upstream/" + module + ".jar");
  }

  /** The folders of all aspects that are woven into a module's jar. */
  List<Path> aspectFolders(String module) {
    return Stream.of(Piece.values()).map(piece -> piece.aspects(root, module)).toList();
  }

  private Path page(String name) {
    return root.resolve("docs").resolve(name);
  }
}
