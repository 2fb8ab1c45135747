package io.okapifs.bench.child;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
    String classes = folder.resolve("classes") + File.pathSeparator;
    return switch (this) {
      case OURS -> classes + Files.readString(folder.resolve("class-path.txt")).strip();
      case STOCK ->
          classes + folder.resolve("stock") + "/*" + File.pathSeparator
              + Files.readString(folder.resolve("class-path-without-ours.txt")).strip();
    };
  }
}
