package io.okapifs.hdfs.cover;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Loads the classes of a folder in the place of those on the class path, where every class still is
 * once, as the daemons require. It uses nothing but the JDK: what Hadoop brings is older.
 */
public final class CoverAgent {

  private CoverAgent() {}

  /**
   * Called by the JVM. Arguments: the folder of the classes and the file of the notes, with a
   * comma.
   */
  public static void premain(String arguments, Instrumentation jvm) throws IOException {
    String[] paths = arguments.split(",");
    Path classes = Path.of(paths[0]);
    ExecutedPoints.writeTo(Path.of(paths[1]));
    jvm.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
              byte[] bytes) {
            return name == null ? null : readIfThere(classes.resolve(name + ".class"));
          }
        });
  }

  /** Writes a jar that makes a JVM load this agent; its classes stay where they are. */
  public static void writeJar(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", CoverAgent.class.getName());
    attributes.put(
        Attributes.Name.CLASS_PATH,
        CoverAgent.class.getProtectionDomain().getCodeSource().getLocation().toString());
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
  }

  /** The content of a file, or null; an agent's exception would be lost. */
  private static byte[] readIfThere(Path file) {
    try {
      return Files.exists(file) ? Files.readAllBytes(file) : null;
    } catch (IOException e) {
      Runtime.getRuntime().halt(1);
      return null;
    }
  }
}
