package io.okapifs.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * An unpacked overlay archive.
 *
 * <pre>
 *   VERSION              one line for people: version and commit
 *   SHA256SUMS           of all that follows, as sha256sum writes and checks it
 *   UPSTREAM             of each jar that ours replace "jar  SHA-256  digest of its woven classes"
 *   CLASSES              lines "jar  class": which classes of a jar are woven
 *   replace/NAME.jar     takes the place of the jar of that name
 *   add/NAME.jar         stands beside each jar that is replaced
 *   add-shaded/NAME.jar  stands beside hadoop-client-api instead, which has the rest in it
 *   spark/NAME.jar       takes the place of Spark's Hadoop jars, together with those
 *   shell/NAME.sh        goes where Hadoop's scripts look for more commands
 * </pre>
 */
final class Overlay {

  private static final String SHADED = "hadoop-client-api";

  /** Tests and sources are on no class path of a daemon. */
  private static final Pattern BESIDE =
      Pattern.compile("-(tests|test-sources|sources|javadoc)\\.jar$");

  private final Path folder;
  private final Map<Path, String> sums = new TreeMap<>();
  private final Map<String, Set<String>> known = new TreeMap<>();
  private final Map<String, Set<String>> wovenClasses = new TreeMap<>();

  private Overlay(Path folder) {
    this.folder = folder;
  }

  /**
   * Reads and checks an archive.
   *
   * @throws InstallException where a file is missing or differs from its digest
   */
  static Overlay of(Path folder) throws IOException {
    Overlay overlay = new Overlay(folder);
    for (String line : lines(folder.resolve("SHA256SUMS"))) {
      String[] columns = line.split(" [ *]", 2);
      overlay.sums.put(Path.of(columns[1]), columns[0]);
    }
    for (Map.Entry<Path, String> each : overlay.sums.entrySet()) {
      overlay.check(each.getKey(), each.getValue());
    }
    for (String line : lines(folder.resolve("UPSTREAM"))) {
      String[] columns = line.split("  ");
      Set<String> digests = overlay.known.computeIfAbsent(columns[0], any -> new HashSet<>());
      digests.addAll(List.of(columns).subList(1, columns.length));
    }
    for (String line : lines(folder.resolve("CLASSES"))) {
      String[] columns = line.split("  ");
      overlay.wovenClasses
          .computeIfAbsent(columns[0], any -> new HashSet<>())
          .add(columns[1].replace('.', '/') + ".class");
    }
    return overlay;
  }

  private static List<String> lines(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new InstallException(
          "the archive is not whole: " + file + " is missing; unpack it again");
    }
    return Files.readAllLines(file).stream().filter(line -> !line.isBlank()).toList();
  }

  private void check(Path file, String digest) throws IOException {
    Path found = folder.resolve(file);
    if (!Files.isRegularFile(found) || !Digests.ofFile(found).equals(digest)) {
      throw new InstallException(
          "the archive is not whole: " + found + " is missing or not what SHA256SUMS says; unpack"
              + " it again");
    }
  }

  String version() throws IOException {
    return String.join(" ", lines(folder.resolve("VERSION")));
  }

  /** Jars of ours in a folder of the archive, by name. */
  Map<String, Path> files(String kind) {
    Map<String, Path> files = new TreeMap<>();
    for (Path file : sums.keySet()) {
      if (file.startsWith(kind) && file.getNameCount() == 2) {
        files.put(file.getFileName().toString(), folder.resolve(file));
      }
    }
    return files;
  }

  /** SHA-256 of a file of ours. */
  String digestOf(Path file) {
    return sums.get(folder.relativize(file));
  }

  /** Names of jars that can be replaced, without their versions: what stands before -3.3.6.jar. */
  Set<String> replaceable() {
    Set<String> names = new HashSet<>();
    files("replace").keySet().forEach(name -> names.add(baseOf(name)));
    return names;
  }

  /** A jar's name without version: hadoop-hdfs of hadoop-hdfs-3.3.6.jar. */
  static String baseOf(String jar) {
    return BESIDE.matcher(jar).find() ? jar : jar.replaceFirst("-[0-9][^/]*\\.jar$", "");
  }

  /** Jars of ours that stand beside a replaced one, by name. */
  Map<String, Path> additionsTo(String jar) {
    return files(baseOf(jar).equals(SHADED) ? "add-shaded" : "add");
  }

  /**
   * Whether a jar is the one that Apache published, by its digest or by that of its woven classes.
   */
  boolean isUpstream(Path jar, String digest) throws IOException {
    String name = jar.getFileName().toString();
    Set<String> digests = known.getOrDefault(name, Set.of());
    if (digests.contains(digest)) {
      return true;
    }
    Set<String> classes = wovenClasses.get(name);
    return classes != null && digests.contains(Digests.ofClasses(jar, classes));
  }

  /** All jars of ours with their digests, for a look at what an installation has. */
  Set<String> ownDigests() {
    return new HashSet<>(sums.values());
  }

  List<String> knownNames() {
    return new ArrayList<>(known.keySet());
  }
}
