package io.okapifs.testing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jacoco.agent.rt.RT;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.tools.ExecFileLoader;

/**
 * Which main classes a test class executes, by JaCoCo's agent. {@link CaseListener} writes a file
 * for each test class; {@link #main} makes the table for {@code scripts/test --changed} of them.
 */
public final class Reach {

  /** The folder of those files; nothing is written, and no agent needed, where it is not set. */
  private static final String FOLDER = "io.okapifs.reach";

  private static final String HEAD =
      "# Which test classes execute which main classes, written by scripts/test --record. Bit i"
          + " of\n# the hexadecimal number of a main class stands for the i-th test, counted from"
          + " 0.\n";

  private Reach() {}

  /** Writes what was executed since the call before. */
  static void write(String testClass) throws IOException {
    String folder = System.getProperty(FOLDER);
    if (folder != null) {
      Files.createDirectories(Path.of(folder));
      Files.write(Path.of(folder, testClass), RT.getAgent().getExecutionData(true));
    }
  }

  /**
   * Prints the table.
   *
   * @param arguments the folder, and that of the project: only main classes of it are listed
   */
  public static void main(String[] arguments) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(Path.of(arguments[0]))) {
      files = found.sorted().toList();
    }
    Set<String> mainClasses = mainClasses(Path.of(arguments[1]));
    List<String> tests = new ArrayList<>();
    Map<String, BigInteger> reached = new TreeMap<>();
    for (Path file : files) {
      BigInteger bit = BigInteger.ONE.shiftLeft(tests.size());
      executed(file).stream()
          .filter(mainClasses::contains)
          .forEach(mainClass -> reached.merge(mainClass, bit, BigInteger::or));
      tests.add(simpleName(file.getFileName().toString(), '.'));
    }
    System.out.print(HEAD);
    System.out.println("tests: " + String.join(" ", tests));
    reached.forEach((name, bits) -> System.out.println(name + " | " + bits.toString(16)));
  }

  private static Set<String> mainClasses(Path project) throws IOException {
    try (Stream<Path> files = Files.walk(project)) {
      return files
          .filter(file -> file.toString().matches(".*/src/main/.*[.](java|aj)"))
          .map(file -> file.getFileName().toString().replaceAll("[.].*", ""))
          .collect(Collectors.toSet());
    }
  }

  private static List<String> executed(Path file) throws IOException {
    ExecFileLoader loader = new ExecFileLoader();
    loader.load(new ByteArrayInputStream(Files.readAllBytes(file)));
    return loader.getExecutionDataStore().getContents().stream()
        .filter(ExecutionData::hasHits)
        .map(each -> simpleName(each.getName(), '/'))
        .distinct()
        .toList();
  }

  /** Of the class that the source file is named after. */
  private static String simpleName(String name, char separator) {
    return name.substring(name.lastIndexOf(separator) + 1).replaceAll("\\$.*", "");
  }
}
