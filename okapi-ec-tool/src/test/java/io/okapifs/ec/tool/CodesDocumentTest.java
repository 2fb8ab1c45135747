package io.okapifs.ec.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CodesDocumentTest {
  @Test
  void theDocumentInTheTreeIsTheOneThatTheCodeWrites() throws Exception {
    Path document = Path.of(System.getProperty("okapi.rootFolder"), "docs", "CODES.md");
    assertThat(Files.readString(document))
        .as("stale: run bin/okapi-ec codes > docs/CODES.md")
        .isEqualTo(Answer.of("codes").out());
  }

  @Test
  void everyCodecOfTheRegistryIsInIt() {
    assertThat(CodecAdvice.ALL.stream().map(CodecAdvice::codec))
        .containsExactlyInAnyOrderElementsOf(CodeRegistry.codecNames());
  }
}
