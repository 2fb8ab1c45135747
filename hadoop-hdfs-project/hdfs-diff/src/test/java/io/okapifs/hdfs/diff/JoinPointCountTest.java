package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The diff to HDFS only shrinks, and so do its corrections. */
final class JoinPointCountTest {

  private static final Map<Piece, String> NAMES =
      Map.of(Piece.FEATURE, "for-decoupled-files", Piece.FIXES, "corrections");
  private static final String ONE_MORE =
      """
      before  demo.Server.start()  method-execution(void demo.Server.start())  \
      demo.ServerAspect.start  overloads=1  body=sha256:00
      """;

  private final Path root = Path.of(System.getProperty("okapi.rootFolder"));

  private Properties allowed() throws IOException {
    Properties allowed = new Properties();
    try (var text = Files.newBufferedReader(root.resolve("scripts/rules/join-points.txt"))) {
      allowed.load(text);
    }
    return allowed;
  }

  /** Whether a lock has as many join points as it may have, with so many more lines. */
  private boolean fits(Piece piece, String more) throws IOException {
    Lock lock = Lock.parse(Files.readString(piece.lock(root)) + more);
    return lock.joinPoints().size() == Integer.parseInt(allowed().getProperty(NAMES.get(piece)));
  }

  @Test
  void thereAreAsManyJoinPointsAsMayBe() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Piece piece : Piece.values()) {
      if (!fits(piece, "")) {
        wrong.add(piece.lockName() + " does not have the " + NAMES.get(piece) + " of the rule");
      }
    }
    assertThat(wrong).as("scripts/rules/join-points.txt").isEmpty();
  }

  @Test
  void oneMoreInEitherLockRings() throws IOException {
    for (Piece piece : Piece.values()) {
      assertThat(fits(piece, ONE_MORE)).as(piece.lockName()).isFalse();
    }
  }

  /** It is read by people. */
  @Test
  void thePageIsAtMostTwentyKilobytes() throws IOException {
    assertThat(Files.size(root.resolve("docs/HDFS-DIFF.md"))).isLessThan(20_000);
  }
}
