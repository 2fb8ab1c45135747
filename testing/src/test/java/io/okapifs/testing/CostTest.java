package io.okapifs.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CostTest {

  @TempDir Path temporary;

  @Test
  void aTableIsReadByClass() throws IOException {
    assertThat(Cost.read(table("# a comment\n\na.B | 12.5 | 3\n")))
        .isEqualTo(Map.of("a.B", new Cost(12.5, 3)));
  }

  @Test
  void aLineThatIsNoCostIsNamed() {
    assertThatThrownBy(() -> Cost.read(table("a.B | 12\n"))).hasMessageContaining("a.B | 12");
  }

  private Path table(String text) throws IOException {
    return Files.writeString(temporary.resolve("costs"), text);
  }
}
