package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every pointcut says what it is about and why it is there. */
final class ReasonsTest {

  private static final String HEADER =
      "/**\n * Why: a.\n * Ladder: b\n * and c.\n * Gone when: d.\n */\naspect X {\n";

  @TempDir Path folder;

  private Reasons of(String body) throws IOException {
    return Reasons.of(Files.writeString(folder.resolve("X.aj"), HEADER + body + "}\n"));
  }

  @Test
  void theCommentAboveAPointcutIsItsReason() throws IOException {
    Reasons reasons =
        of("\n  // read: what is lost\n  // is decoded\n  pointcut open(A a) :\n      execution(* *());\n");
    assertThat(reasons.ladder()).isEqualTo("b and c.");
    assertThat(reasons.of("open", "X"))
        .isEqualTo(new Reasons.Reason(Flow.READ, "what is lost is decoded"));
  }

  @Test
  void aPointcutWithoutACommentIsNamed() throws IOException {
    Reasons reasons = of("\n  pointcut open(A a) :\n      execution(* *());\n");
    assertThatThrownBy(() -> reasons.of("open", "X"))
        .isInstanceOf(IOException.class).hasMessageContaining("X.open");
  }

  @Test
  void aCommentWithoutAFlowIsRefused() {
    for (String comment : new String[] {"why not", "reed: why not"}) {
      assertThatThrownBy(() -> of("\n  // " + comment + "\n  pointcut open(A a) :\n"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("comment=" + comment);
    }
  }
}
