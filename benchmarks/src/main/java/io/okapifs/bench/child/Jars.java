package io.okapifs.bench.child;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The two sets of jars that are compared. */
public enum Jars {
  OURS,
  STOCK;

  private static final String TARGET_PROPERTY = "okapi.bench.target";

  /** The class path of such a JVM. */
  public String classPath() throws IOException {
    String target = System.getProperty(TARGET_PROPERTY);
    if (target == null) {
      throw new IOException("the folder of the build is not known: property=" + TARGET_PROPERTY);
    }
    Path folder = Path.of(target);
    String first =
        folder.resolve("classes") + File.pathSeparator + folder.resolve("web") + File.pathSeparator;
    return switch (this) {
      case OURS -> first + listed(folder, "class-path.txt");
      case STOCK ->
          first + folder.resolve("stock") + "/*" + File.pathSeparator
              + listed(folder, "class-path-without-ours.txt");
    };
  }

  /** A path in the file may be one from its folder. */
  private static String listed(Path folder, String file) throws IOException {
    return Arrays.stream(Files.readString(folder.resolve(file)).strip().split(File.pathSeparator))
        .map(entry -> folder.resolve(entry).normalize().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
