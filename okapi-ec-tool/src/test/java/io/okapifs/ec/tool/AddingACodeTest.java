package io.okapifs.ec.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.testing.CodeJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/ADDING-A-CODE.md, and providers that are refused. */
class AddingACodeTest {
  @TempDir private static Path folder;
  private static String source;
  private static Path jar;

  @BeforeAll
  static void compile() throws IOException {
    Path page = Path.of(System.getProperty("okapi.rootFolder"), "docs", "ADDING-A-CODE.md");
    source = CodeJar.sourceOf(page);
    jar = CodeJar.compile(source, folder);
  }

  private static Answer with(Path codes, String... args) {
    List<Object> words = new ArrayList<>(List.of("--codes", codes));
    words.addAll(List.of(args));
    return Answer.of(words.toArray());
  }

  @Test
  void theCodeIsFoundInItsJarAndDoesWhatEveryCodeMust() {
    Answer test = with(jar, "test", "PYRAMID-6-4");
    assertThat(test.code()).as(test.out() + test.err()).isZero();
    assertThat(test.out())
        .contains("all 175 sets of up to 3 losses are rebuilt")
        .endsWith("PYRAMID-6-4: all 9 checks pass\n");
  }

  @Test
  void theJarIsForgottenBehindTheCommand() {
    assertThat(with(jar, "describe", "PYRAMID-6-4").code()).isZero();
    assertThat(Answer.of("describe", "PYRAMID-6-4").err())
        .contains("unsupported code: codec=pyramid");
  }

  @Test
  void aLostBlockCostsHalfOfTheData() {
    Answer describe = with(jar, "describe", "PYRAMID-6-4");
    assertThat(describe.out())
        .contains("  tolerance   any 3 losses\n", "  groups      {0, 1, 2, 6} {3, 4, 5, 7}\n")
        .contains("\ndata 0  3       3      x 1 1 . . . 1 . . .\n");
  }

  @Test
  void filesAreEncodedAndDecodedWithIt() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "bytes of a file");
    Path blocks = folder.resolve("blocks");
    Answer encode =
        with(jar, "encode", "-q", "--code", "PYRAMID-4-3", "-o", blocks.toString(),
            file.toString());
    assertThat(encode.code()).as(encode.err()).isZero();
    Files.delete(blocks.resolve("block-000"));
    Files.delete(blocks.resolve("block-004"));
    assertThat(with(jar, "decode", "-q", blocks.toString()).code()).isZero();
    assertThat(blocks.resolve("file")).hasSameTextualContentAs(file);
  }

  @Test
  void itsVectorsAreWrittenAndTellWhereBytesChange() throws IOException {
    Path vectors = folder.resolve("vectors.json");
    Answer write =
        with(jar, "vectors", "--write", "PYRAMID-6-4,PYRAMID-10-5,LESS4-10-4,LESS4-120-4",
            vectors.toString());
    assertThat(write.code()).as(write.err()).isZero();
    assertThat(with(jar, "vectors", vectors.toString()).out()).isEqualTo("4 of 4 vectors match\n");
    assertThat(with(jar, "vectors", "--write", "RS-6-3", vectors.toString()).err())
        .contains("exists already");
    String text = Files.readString(vectors);
    String key = "\"parity_sha256\" : \"";
    Files.writeString(vectors, text.replaceFirst(key + ".", key + "z"));
    Answer changed = with(jar, "vectors", vectors.toString());
    assertThat(changed.code()).isEqualTo(1);
    assertThat(changed.err()).contains("no match: pyramid: n=10, k=6, alpha=1: parity_sha256");
  }

  @Test
  void parametersThatItDoesNotHaveAreRefusedInItsWords() {
    Answer odd = with(jar, "describe", "PYRAMID-5-3");
    assertThat(odd.code()).isEqualTo(2);
    assertThat(odd.err())
        .contains("codec=pyramid, k=5, r=3; supported: even k with 2<=k<=128, 2<=r<=32");
  }

  private static void assertRefused(Path codes, String... words) {
    Answer answer = with(codes, "describe", "RS-6-3");
    assertThat(answer.code()).isEqualTo(2);
    assertThat(answer.err().lines()).hasSize(1);
    assertThat(answer.err()).contains("--codes=" + codes).contains(words);
  }

  private static Path variant(String type, String before, String after) throws IOException {
    assertThat(source).contains(before);
    return CodeJar.compile(source.replace("Pyramid", type).replace(before, after), folder);
  }

  @Test
  void aJarWithoutCodesIsRefused() throws IOException {
    Path empty = folder.resolve("empty.jar");
    new JarOutputStream(Files.newOutputStream(empty)).close();
    assertRefused(empty, "no codes in the jar", "META-INF/services");
    assertRefused(folder.resolve("nowhere.jar"), "no such file");
  }

  @Test
  void aNameThatIsTakenIsRefused() throws IOException {
    assertRefused(
        variant("Ours", "\"pyramid\"", "\"rs\""), "there is a codec of that name",
        "provider=com.example.codes.Ours, codec=rs, other=one of okapi-ec");
    Path other = variant("Other", "return 1", "return 2");
    Answer both = Answer.of("--codes", jar, "--codes", other, "describe", "RS-6-3");
    assertThat(both.code()).isEqualTo(2);
    assertThat(both.err()).contains("--codes=" + other, "other=com.example.codes.Pyramid");
  }

  @Test
  void whatIsNoNameNoVersionOrNoCodeIsRefused() throws IOException {
    assertRefused(
        variant("Upper", "\"pyramid\"", "\"Pyramid4\""), "not the name and version of a codec",
        "codec=Pyramid4");
    assertRefused(variant("Zero", "return 1", "return 0"), "version=0");
    assertRefused(
        variant("Broken", "return \"pyramid\"", "throw new IllegalStateException(\"why\")"),
        "a provider of codes cannot be used", "why");
  }

  @Test
  void aCodeOfAnotherShapeThanAskedForIsRefused() throws IOException {
    Path wider =
        variant("Wider", "return \"pyramid\"", "return \"wider\"");
    Path swapped =
        CodeJar.compile(
            source.replace("Pyramid", "Swapped").replace("\"pyramid\"", "\"swapped\"")
                .replace("new CodeBuilder(codec, k, r)", "new CodeBuilder(\"other\", k, r)"),
            folder);
    assertThat(with(wider, "describe", "WIDER-6-4").code()).isZero();
    Answer answer = with(swapped, "describe", "SWAPPED-6-4");
    assertThat(answer.code()).isEqualTo(2);
    assertThat(answer.err())
        .contains("a provider gave another code", "asked=SWAPPED-6-4, code=OTHER-6-4");
  }
}
