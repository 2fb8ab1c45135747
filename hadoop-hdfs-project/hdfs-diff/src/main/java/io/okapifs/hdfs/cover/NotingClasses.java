package io.okapifs.hdfs.cover;

import io.okapifs.hdfs.diff.JoinPoint;
import io.okapifs.hdfs.diff.Lock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes copies of the woven classes that note which join points are executed. */
public final class NotingClasses {

  private NotingClasses() {}

  /** Writes the copies into a folder. The woven jars are on the class path. */
  public static void write(Lock lock, Path folder) throws IOException {
    for (Map.Entry<String, byte[]> copy : of(lock).entrySet()) {
      Path file = folder.resolve(copy.getKey());
      Files.createDirectories(file.getParent());
      Files.write(file, copy.getValue());
    }
  }

  /** The copies by the name of their file. */
  static Map<String, byte[]> of(Lock lock) throws IOException {
    Map<String, List<JoinPoint>> byClass =
        lock.joinPoints().stream().collect(Collectors.groupingBy(JoinPoint::advisedClass));
    Map<String, byte[]> copies = new TreeMap<>();
    for (Map.Entry<String, List<JoinPoint>> advised : byClass.entrySet()) {
      String name = advised.getKey().replace('.', '/') + ".class";
      copies.put(name, new AdviceCalls(read(name), advised.getValue()).noting());
    }
    return copies;
  }

  private static byte[] read(String name) throws IOException {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("not on the class path: " + name);
      }
      return in.readAllBytes();
    }
  }
}
