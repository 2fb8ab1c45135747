package io.okapifs.hdfs.diff;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.aspectj.lang.annotation.Aspect;

/** Our classes of main, those in HDFS's packages included, and which classes of these are HDFS's own. */
final class OurClasses {

  static final String HDFS = "org.apache.hadoop.hdfs";
  private static final String OURS = "io.okapifs";

  /** Written by protoc. */
  private static final String GENERATED = "/io/okapifs/hdfs/protocol/proto/";

  /** Names of all classes in HDFS's packages that have a source here, but for what is in them. */
  private static final Set<String> IN_HDFS = sources();

  private static JavaClasses ours;

  private OurClasses() {}

  private static Set<String> sources() {
    Path root = Path.of(System.getProperty("okapi.rootFolder"));
    Path project = root.resolve("hadoop-hdfs-project");
    Set<Path> folders = new HashSet<>(Set.of(project.resolve("hdfs-fixes/src/main/java")));
    for (String module : HdfsDiff.WOVEN_MODULES) {
      folders.add(project.resolve(module).resolve("src/main/java"));
      for (Piece piece : Piece.values()) {
        folders.add(piece.aspects(root, module));
      }
    }
    Set<String> names = new HashSet<>();
    folders.forEach(folder -> names.addAll(sourcesIn(folder)));
    return names;
  }

  private static Set<String> sourcesIn(Path folder) {
    Set<String> names = new HashSet<>();
    try {
      for (Path source : Folders.filesIn(folder, "")) {
        String name = folder.relativize(source).toString().replace('/', '.');
        names.add(name.replaceFirst("[.](java|aj)$", ""));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read: folder=" + folder, e);
    }
    return names;
  }

  /** Those that we have written. Read once. */
  static synchronized JavaClasses ours() {
    if (ours == null) {
      ours =
          new ClassFileImporter()
              .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
              .withImportOption(OurClasses::isOfOurs)
              .importPackages(OURS, HDFS);
    }
    return ours;
  }

  private static boolean isOfOurs(Location location) {
    String name = location.asURI().toString();
    if (name.contains(GENERATED)) {
      return false;
    }
    int at = name.lastIndexOf('/' + HDFS.replace('.', '/') + '/');
    return at < 0 || isOurName(name.substring(at + 1).replace('/', '.'));
  }

  private static boolean isOurName(String name) {
    return IN_HDFS.contains(name.replaceFirst("([$].*)?([.]class)?$", ""));
  }

  static boolean isOurs(JavaClass type) {
    return type.getPackageName().startsWith(OURS) || isOurName(type.getName());
  }

  /** Whether it is one of HDFS's own. */
  static boolean isUpstream(JavaClass type) {
    return isInHdfs(type) && !isOurs(type);
  }

  static boolean isInHdfs(JavaClass type) {
    return type.getPackageName().startsWith(HDFS);
  }

  static boolean isAspect(JavaClass type) {
    return topLevel(type).isAnnotatedWith(Aspect.class);
  }

  /** The class whose file it is in. */
  static JavaClass topLevel(JavaClass type) {
    return type.getEnclosingClass().map(OurClasses::topLevel).orElse(type);
  }

  /**
   * Compares what a rule has found with what is known; what is known may only become less.
   *
   * @param list name of a file of scripts/rules
   * @return sentences, none where both are the same
   */
  static List<String> beside(Set<String> found, String list) {
    Path file = Path.of(System.getProperty("okapi.rootFolder"), "scripts", "rules", list);
    Set<String> known;
    try {
      known =
          Files.readAllLines(file).stream()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read: file=" + file, e);
    }
    Set<String> sentences = new TreeSet<>();
    found.stream()
        .filter(each -> !known.contains(each))
        .forEach(each -> sentences.add("new: " + each));
    known.stream()
        .filter(each -> !found.contains(each))
        .forEach(each -> sentences.add("no longer so, take it out of " + list + ": " + each));
    return List.copyOf(sentences);
  }
}
