package io.okapifs.ec.tool.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.okapifs.ec.tool.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VectorsCommandTest {
  private static final Path RESOURCES =
      Path.of(System.getProperty("okapi.rootFolder"), "okapi-ec", "src", "test", "resources");
  private static final Path VECTORS = RESOURCES.resolve("code-vectors.json");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @Test
  void allVectorsMatch() {
    assertThat(Answer.of("vectors", VECTORS))
        .isEqualTo(new Answer(0, "47 of 47 vectors match\n", ""));
  }

  @Test
  void namesAreThoseThatTheLibraryIsTestedWith() throws IOException {
    for (String line : Files.readAllLines(RESOURCES.resolve("code-vector-names.txt"))) {
      String[] names = line.split(" = ");
      if (names.length == 2 && !line.startsWith("#")) {
        assertThat(VectorNames.codecOf(names[0], 7)).isEqualTo(names[1].replace("{alpha}", "7"));
      }
    }
    assertThat(VectorNames.codecOf("shec (8, 5, 4)", 1)).isEqualTo("shec4");
    assertThat(VectorNames.codecOf("azure-lrc (12, 3, 2)", 1)).isEqualTo("azure-lrc3");
    assertThat(VectorNames.codecOf("clay", 8)).isEqualTo("clay");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VectorNames.codecOf("shec", 1))
        .withMessage("parameters are missing: name=shec");
  }

  /** The vector of LESS with n = 6, changed. */
  private Path changed(Consumer<ObjectNode> change) throws IOException {
    ArrayNode vectors = JSON.createArrayNode();
    for (JsonNode vector : JSON.readTree(VECTORS.toFile())) {
      if (vector.get("name").asText().equals("less") && vector.get("n").asInt() <= 9) {
        vectors.add(vector);
      }
    }
    assertThat(vectors).hasSize(2);
    change.accept((ObjectNode) vectors.get(0));
    return Files.writeString(folder.resolve("vectors.json"), vectors.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"first_parity", "parity_sha256", "parity_generator"})
  void aDigitThatDiffersIsNamed(String property) throws IOException {
    Path file =
        changed(
            vector -> {
              String text = vector.get(property).toString();
              int digit = text.indexOf('"') + 3;
              String other = text.charAt(digit) == '0' ? "1" : "0";
              String changed = text.substring(0, digit) + other + text.substring(digit + 1);
              vector.set(property, parse(changed));
            });
    assertThat(Answer.of("vectors", file))
        .isEqualTo(
            new Answer(
                1, "1 of 2 vectors match\n",
                "no match: less: n=6, k=4, alpha=2: " + property + "\n"));
  }

  private static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new AssertionError(text, e);
    }
  }

  @Test
  void aPlanThatReadsSomethingElseIsNamed() throws IOException {
    Path file =
        changed(vector -> ((ObjectNode) vector.get("plans").get(2)).set("0", parse("[0,1]")));
    assertThat(Answer.of("vectors", file).err())
        .isEqualTo("no match: less: n=6, k=4, alpha=2: plan of member 2\n");
  }

  @Test
  void aCodeThatWeHaveNotIsUnknown() throws IOException {
    Path file = changed(vector -> vector.put("name", "raptor"));
    Answer answer = Answer.of("vectors", file);
    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.out()).isEqualTo("1 of 2 vectors match\n");
    assertThat(answer.err())
        .startsWith("unknown: raptor: n=6, k=4, alpha=2: unsupported code: codec=raptor, k=4, r=2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{}", "null", "[null]", "[{}]", "[] []", "[]", "no", "[{\"name\":1}]"})
  void whatIsNotAFileOfVectorsIsRefusedInOneLine(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("vectors.json"), text);
    Answer answer = Answer.of("vectors", file);
    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.err()).startsWith("okapi-ec vectors: no").contains("file=" + file);
    assertThat(answer.err().lines()).hasSize(1);
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    Path file = folder.resolve("missing.json");
    assertThat(Answer.of("vectors", file))
        .isEqualTo(new Answer(1, "", "okapi-ec vectors: no such file: file=" + file + "\n"));
  }
}
