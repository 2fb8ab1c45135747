package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What programs read is documented as it is. */
class JsonSchemaTest {

  /** Behind its introduction; a failure prints what it must be. */
  @Test
  void thePageOfJsonHasTheKeysOfEveryReport() throws Exception {
    String sections =
        Stream.of(JsonSchema.values()).map(JsonSchema::toMarkdown)
            .collect(Collectors.joining("\n"));
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/ARCHITECTURE.md"))) {
      root = root.getParent();
    }
    Path page = root.resolve("docs/JSON.md");
    String text = Files.readString(page);
    assertThat(text.substring(text.indexOf("## "))).isEqualTo(sections);
  }
}
