package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Lines of main sources fit beside each other on a screen. */
final class LineLengthTest {

  private static final int COLUMNS = 100;
  private static final String TEXT_BLOCK = "\"\"\"";

  private final Path root = Path.of(System.getProperty("okapi.rootFolder"));

  /** Neither a name nor the text of a document can be shortened by a break. */
  private static List<String> tooLong(List<String> lines) {
    List<String> tooLong = new ArrayList<>();
    boolean isText = false;
    for (String line : lines) {
      if (line.contains(TEXT_BLOCK)) {
        isText = line.indexOf(TEXT_BLOCK) == line.lastIndexOf(TEXT_BLOCK) ? !isText : isText;
      } else if (!isText && !line.startsWith("import ") && line.length() > COLUMNS) {
        tooLong.add(line);
      }
    }
    return tooLong;
  }

  /** In `src/main` of all modules. */
  private List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> root.relativize(file).toString().matches(
          "([^/]+/){1,2}src/main/(java|aspect)/.*\\.(java|aj)")).toList();
    }
  }

  @Test
  void noLineOfMainIsLongerThanAHundredColumns() throws IOException {
    List<Path> sources = sources();
    assertThat(sources).hasSizeGreaterThan(500);
    Map<Path, List<String>> all = new TreeMap<>();
    for (Path source : sources) {
      List<String> tooLong = tooLong(Files.readAllLines(source));
      if (!tooLong.isEmpty()) {
        all.put(root.relativize(source), tooLong);
      }
    }
    assertThat(all).isEmpty();
  }

  @Test
  void aLongLineRings() {
    String most = "x".repeat(COLUMNS);
    List<String> lines =
        List.of(
            "import " + most + ";", most, "  String page = " + TEXT_BLOCK, most + "1",
            "      " + TEXT_BLOCK + ";", "/** " + TEXT_BLOCK + " and " + TEXT_BLOCK + " */",
            most + "2");
    assertThat(tooLong(lines)).containsExactly(most + "2");
  }
}
