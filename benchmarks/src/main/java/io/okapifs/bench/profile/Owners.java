package io.okapifs.bench.profile;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whose a class is, by where it can be had: one of Hadoop's packages that is in none of upstream's
 * jars is ours.
 */
public final class Owners {

  private static final String OURS = "io.okapifs.";
  private static final String BENCHMARKS = "io.okapifs.bench.";
  private static final String HADOOP = "org.apache.hadoop.";
  private static final String CLASS = ".class";

  /** What ajc calls the methods that it makes of advice, in the class that is advised. */
  private static final String ADVICE = "$advice";

  private static final String LAMBDA = "$$Lambda";

  private final Set<String> packagesOfJava =
      ModuleLayer.boot().modules().stream()
          .flatMap(module -> module.getPackages().stream())
          .collect(Collectors.toSet());

  private final Set<String> upstream = new HashSet<>();

  /**
   * Reads the names of upstream's classes.
   *
   * @param stockClassPath jars, and folders of jars as {@code FOLDER/*}; other folders are passed
   *     over
   */
  public Owners(String stockClassPath) throws IOException {
    for (String entry : stockClassPath.split(File.pathSeparator)) {
      if (entry.endsWith("*")) {
        try (Stream<Path> files = Files.list(Path.of(entry).getParent())) {
          for (Path file : files.toList()) {
            add(file);
          }
        }
      } else if (entry.endsWith(".jar")) {
        add(Path.of(entry));
      }
    }
  }

  private void add(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      jar.stream()
          .map(entry -> entry.getName().replace('/', '.'))
          .filter(name -> name.startsWith(HADOOP) && name.endsWith(CLASS))
          .forEach(name -> upstream.add(name.substring(0, name.length() - CLASS.length())));
    }
  }

  /** Whose a method of a class is; names as a stack trace has them. */
  public Owner of(String className, String method) {
    int lambda = className.indexOf(LAMBDA);
    String name = lambda < 0 ? className : className.substring(0, lambda);
    if (name.startsWith(BENCHMARKS)) {
      return Owner.BENCHMARK;
    }
    if (name.startsWith(OURS)) {
      return Owner.OURS;
    }
    if (name.startsWith(HADOOP)) {
      return upstream.contains(name) && !method.endsWith(ADVICE) ? Owner.HADOOP : Owner.OURS;
    }
    int end = name.lastIndexOf('.');
    return end > 0 && packagesOfJava.contains(name.substring(0, end))
        ? Owner.JDK
        : Owner.LIBRARIES;
  }
}
