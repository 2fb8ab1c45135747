package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The diff to HDFS only shrinks. */
final class JoinPointCountTest {

  private final Path root = Path.of(System.getProperty("okapi.rootFolder"));

  private Properties allowed() throws IOException {
    Properties allowed = new Properties();
    try (var text = Files.newBufferedReader(root.resolve("scripts/rules/join-points.txt"))) {
      allowed.load(text);
    }
    return allowed;
  }

  @Test
  void thereAreAsManyJoinPointsAsMayBe() throws IOException {
    HdfsDiff diff = new HdfsDiff(root, System.getProperty("okapi.hadoopVersion"));
    Map<Boolean, Long> counts = DiffTable.counts(diff.locked(), diff.reasons());
    assertThat(counts)
        .as("scripts/rules/join-points.txt")
        .containsEntry(false, Long.valueOf(allowed().getProperty("for-decoupled-files")))
        .containsEntry(true, Long.valueOf(allowed().getProperty("corrections")));
  }

  /** It is read by people. */
  @Test
  void thePageIsAtMostTwentyKilobytes() throws IOException {
    assertThat(Files.size(root.resolve("docs/HDFS-DIFF.md"))).isLessThan(20_000);
  }
}
