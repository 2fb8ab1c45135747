package io.okapifs.ec.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The library behind {@link NativeKernel}, or the reason why it is missing. A value, so that who
 * falls back can say why.
 *
 * <p>With the system property {@value #PATH_PROPERTY} that file is loaded and nothing else tried:
 * {@link #demanded} then says that its absence is an error. Otherwise the library comes from this
 * build's jar, through a temporary file.
 *
 * @param demanded whether the user named a file
 * @param missing why there is no library; empty when it is loaded
 */
record NativeLibrary(boolean demanded, Optional<String> missing) {
  /** The system property that names a library file. */
  static final String PATH_PROPERTY = "io.okapifs.native.path";

  private static final String FILE_NAME = "libokapi_ec.so";

  /** Loads it for this process, as the properties say. */
  static NativeLibrary load() {
    String path = System.getProperty(PATH_PROPERTY);
    return path == null ? fromResource(resourceName()) : fromFile(Path.of(path));
  }

  static NativeLibrary fromFile(Path file) {
    Path absolute = file.toAbsolutePath();
    return new NativeLibrary(
        true, linkError(absolute).map(why -> why + ": " + PATH_PROPERTY + "=" + file));
  }

  static NativeLibrary fromResource(String name) {
    return new NativeLibrary(false, extractAndLink(name));
  }

  /** One folder per system and processor, named as Linux names them. */
  static String resourceName() {
    String processor = System.getProperty("os.arch").replace("amd64", "x86_64");
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    return "/io/okapifs/native/" + system + "-" + processor + "/" + FILE_NAME;
  }

  private static Optional<String> extractAndLink(String name) {
    try (InputStream library = NativeLibrary.class.getResourceAsStream(name)) {
      if (library == null) {
        return Optional.of("this build has no library for this machine: resource=" + name);
      }
      Path file = Files.createTempFile("okapi_ec", ".so");
      try {
        // Into the file that was created for its owner alone, instead of replacing it.
        try (OutputStream copy = Files.newOutputStream(file)) {
          library.transferTo(copy);
        }
        return linkError(file);
      } finally {
        // The mapping stays; a file left behind by every process would fill the folder.
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      return Optional.of("cannot extract the library: " + e);
    }
  }

  private static Optional<String> linkError(Path file) {
    try {
      System.load(file.toString());
      int version = NativeCalls.interfaceVersion();
      return version == NativeCalls.INTERFACE_VERSION
          ? Optional.empty()
          : Optional.of(
              "library of another build: interfaceVersion=" + version + ", expected="
                  + NativeCalls.INTERFACE_VERSION);
    } catch (UnsatisfiedLinkError e) {
      return Optional.of("cannot link the library: " + e.getMessage());
    }
  }
}
