package io.okapifs.ec.tool.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.ec.tool.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** encode, decode, repair and check, and what they refuse. */
class FileCommandsTest {
  private static final int FILE_BYTES = 100_000;
  private static final String CODE = "LESS4-10-4";

  @TempDir private Path folder;
  private Path file;
  private Path encoded;

  @BeforeEach
  void encode() throws IOException {
    byte[] bytes = new byte[FILE_BYTES];
    new Random(FILE_BYTES).nextBytes(bytes);
    file = Files.write(folder.resolve("input"), bytes);
    encoded = folder.resolve("encoded");
    Answer answer = Answer.of("encode", "--code", CODE, "-o", encoded, file);
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out()).contains("14 blocks of 10000 bytes");
  }

  private Path block(int member) {
    return encoded.resolve(String.format("block-%03d", member));
  }

  private void damage(int member, int offset) throws IOException {
    byte[] bytes = Files.readAllBytes(block(member));
    bytes[offset] ^= 1;
    Files.write(block(member), bytes);
  }

  /** One line behind the progress, the words in it, and no file more or less than before. */
  private void assertRefused(String words, Object... args) throws IOException {
    List<String> before = files();
    Answer answer = Answer.of(args);
    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.out()).isEmpty();
    String error = answer.err().replaceAll("\\r[^\\n]*\\n", "");
    assertThat(error).startsWith("okapi-ec " + args[0] + ": ").contains(words);
    assertThat(error.lines()).hasSize(1);
    assertThat(files()).isEqualTo(before);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(Path::toString).sorted().toList();
    }
  }

  @Test
  void repairSaysHowMuchItReadAndDecodeChecksTheWhole() throws IOException {
    byte[] lost = Files.readAllBytes(block(13));
    Files.delete(block(13));
    Answer repair = Answer.of("repair", "--code", CODE, encoded);
    assertThat(repair.code()).as(repair.err()).isZero();
    assertThat(repair.out())
        .isEqualTo(
            "rebuilt " + block(13) + "\n"
                + "read 40000 bytes, 4.000 blocks; k = 10 blocks are 100000 bytes (40.0%)\n");
    assertThat(block(13)).hasBinaryContent(lost);

    Path decoded = folder.resolve("decoded");
    Answer decode = Answer.of("decode", "--code", CODE, "-o", decoded, encoded);
    assertThat(decode.code()).as(decode.err()).isZero();
    assertThat(decode.out()).contains("0 blocks missing: its checksum is right");
    assertThat(decoded).hasSameBinaryContentAs(file);
    assertThat(Answer.of("check", encoded, "-q"))
        .isEqualTo(new Answer(0, "all 14 blocks are there and whole\n", ""));
    assertThat(Answer.of("repair", encoded).out()).startsWith("no block is missing or damaged");
  }

  @Test
  void theFileGetsItsOldNameInTheFolder() throws IOException {
    Path alone = Files.createDirectory(folder.resolve("alone"));
    Files.copy(file, alone.resolve("name"));
    Path original = alone.resolve("name");
    assertThat(Answer.of("encode", "--code", "RS-3-2", "-o", alone, original).code()).isZero();
    assertRefused("exists already", "decode", alone);
    Files.delete(alone.resolve("name"));
    assertThat(Answer.of("decode", alone).code()).isZero();
    assertThat(alone.resolve("name")).hasSameBinaryContentAs(file);
  }

  @Test
  void theBarGrowsOnStderrUnlessItIsTurnedOff() {
    Answer answer = Answer.of("check", encoded);
    assertThat(answer.err()).startsWith("\rcheck [....").endsWith("####] 100%\n");
    assertThat(Answer.of("check", "--quiet", encoded).err()).isEmpty();
  }

  private static String withoutBar(String err) {
    return err.replaceAll("\\r[^\\n]*\\n", "");
  }

  @Test
  void aFileIsDecodedWithoutDamagedBlocks() throws IOException {
    damage(2, 0);
    damage(7, 9_999);
    Path decoded = folder.resolve("decoded");
    Answer decode = Answer.of("decode", encoded, "-o", decoded);
    assertThat(decode.code()).as(decode.err()).isZero();
    assertThat(withoutBar(decode.err())).isEmpty();
    assertThat(decode.out())
        .contains("0 blocks missing, damaged and not used: [block-002, block-007]");
    assertThat(decoded).hasSameBinaryContentAs(file);
  }

  @Test
  void checkTellsWhatIsLostAndWhetherItCanBeRebuilt() throws IOException {
    damage(2, 0);
    Files.write(block(3), new byte[9_999]);
    Files.delete(block(13));
    assertThat(Answer.of("check", "-q", encoded))
        .isEqualTo(
            new Answer(
                3,
                "3 of 14 blocks are lost: missing=[block-013], damaged=[block-002, block-003]; "
                    + "okapi-ec repair rebuilds them\n",
                ""));
    damage(0, 1);
    damage(1, 1);
    Answer lost = Answer.of("check", "-q", encoded);
    assertThat(lost.code()).isEqualTo(4);
    assertThat(lost.out()).contains("5 of 14 blocks are lost").contains("too many to be rebuilt");
  }

  @Test
  void aDamagedBlockIsRebuiltAndKeptBesideTheNewOne() throws IOException {
    byte[] good = Files.readAllBytes(block(2));
    damage(2, 5_000);
    byte[] bad = Files.readAllBytes(block(2));
    Answer repair = Answer.of("repair", "-q", encoded);
    assertThat(repair.code()).as(repair.err()).isZero();
    Path kept = encoded.resolve("block-002.damaged");
    assertThat(repair.out()).startsWith("rebuilt " + block(2) + ", damaged: " + kept + "\n");
    assertThat(block(2)).hasBinaryContent(good);
    assertThat(kept).hasBinaryContent(bad);
    assertThat(Answer.of("check", "-q", encoded).code()).isZero();
    damage(2, 1);
    assertRefused("block-002.damaged", "repair", encoded);
    Answer replaced = Answer.of("repair", "-q", "--replace", encoded);
    assertThat(replaced.code()).as(replaced.err()).isZero();
    assertThat(replaced.out()).startsWith("rebuilt " + block(2) + ", which was damaged\n");
    assertThat(block(2)).hasBinaryContent(good);
    assertThat(kept).hasBinaryContent(bad);
  }

  @Test
  void aRepairReadsNoMoreThanItsPlanSoThatDamageElsewhereDoesNotMatter() throws IOException {
    Files.delete(block(0));
    damage(5, 9_999);
    Answer repair = Answer.of("repair", encoded);
    assertThat(repair.code()).isZero();
    assertThat(repair.out()).startsWith("rebuilt " + block(0) + "\nread 47500 bytes");
    assertThat(Answer.of("check", "-q", encoded).out()).contains("damaged=[block-005]");
  }

  @Test
  void aHelperThatIsDamagedIsRebuiltWithWhatIsMissing() throws IOException {
    byte[] first = Files.readAllBytes(block(0));
    byte[] helper = Files.readAllBytes(block(1));
    Files.delete(block(0));
    for (int offset = 0; offset < 10_000; offset += 1000) {
      damage(1, offset);
    }
    Answer repair = Answer.of("repair", "-q", encoded);
    assertThat(repair.code()).as(repair.err()).isZero();
    assertThat(block(0)).hasBinaryContent(first);
    assertThat(block(1)).hasBinaryContent(helper);
    assertThat(repair.out()).contains("rebuilt " + block(1) + ", damaged: ");
  }

  @Test
  void blocksOfAnotherLengthAreDamaged() throws IOException {
    byte[] good = Files.readAllBytes(block(3));
    Files.write(block(3), new byte[9_999]);
    Files.write(block(4), new byte[0]);
    Path decoded = folder.resolve("decoded");
    assertThat(Answer.of("decode", "-q", encoded, "-o", decoded).out())
        .contains("damaged and not used: [block-003, block-004]");
    assertThat(decoded).hasSameBinaryContentAs(file);
    assertThat(Answer.of("repair", "-q", encoded).code()).isZero();
    assertThat(block(3)).hasBinaryContent(good);
  }

  @Test
  void moreThanCanBeRebuiltIsNamed() throws IOException {
    for (int member : List.of(0, 1, 2, 3, 13)) {
      Files.delete(block(member));
    }
    String words = "too many blocks are lost: code=" + CODE + ", folder=" + encoded
        + ", missing=[block-000, block-001, block-002, block-003, block-013], damaged=[]";
    assertRefused(words, "repair", encoded);
    assertRefused(words, "decode", encoded);
    assertThat(Answer.of("check", encoded).code()).isEqualTo(4);
  }

  @Test
  void nothingIsOverwritten() throws IOException {
    assertRefused("exists already", "encode", "--code", "RS-3-2", "-o", encoded, file);
    assertRefused("exists already", "decode", encoded, "-o", file);
    assertThat(Files.size(file)).isEqualTo(FILE_BYTES);
  }

  @Test
  void whatIsNotThereIsNamed() throws IOException {
    Path nowhere = folder.resolve("nowhere");
    assertRefused("no manifest, so nothing is encoded here: file=" + nowhere, "decode", nowhere);
    assertRefused("no manifest", "repair", nowhere);
    assertRefused("no such file: file=" + nowhere, "encode", "--code", CODE, "-o", encoded, nowhere);
    assertRefused("not a folder: file=" + file, "encode", "--code", CODE, "-o", file, file);
    assertRefused(
        "not a folder: file=" + nowhere, "decode", encoded, "-o", nowhere.resolve("decoded"));
  }

  @Test
  void foldersFilesAndStandardInputAreToldApart() throws IOException {
    Path out = folder.resolve("out");
    assertRefused("standard input cannot be encoded", "encode", "--code", CODE, "-o", out, "-");
    assertRefused(
        "a folder, not a file: file=" + encoded + "; encode takes one file", "encode", "--code",
        CODE, "-o", out, encoded);
    assertRefused("on standard input: name the folder", "decode", "-");
    assertRefused("on standard input: name the folder", "check", "-");
    assertRefused("not a folder: file=" + file, "decode", file);
    assertRefused("to standard output", "decode", "-o", "-", encoded);
    assertRefused("a folder, not a file: file=" + folder, "decode", "-o", folder, encoded);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RS-3-2", "LESS4-10-4", "LESS4-120-4"})
  void anEmptyFileIsOneByteNowhere(String code) throws IOException {
    Path empty = Files.createFile(folder.resolve("empty"));
    Path blocks = folder.resolve("blocks");
    Answer encode = Answer.of("encode", "-q", "--code", code, "-o", blocks, empty);
    assertThat(encode.code()).as(encode.err()).isZero();
    assertThat(encode.out()).endsWith(" blocks of 0 bytes\n");
    try (Stream<Path> files = Files.list(blocks)) {
      assertThat(files.filter(path -> path.getFileName().toString().startsWith("block-")))
          .isNotEmpty()
          .allSatisfy(block -> assertThat(block).isEmptyFile());
    }
    assertThat(Files.readString(blocks.resolve("manifest.json")))
        .contains("\"fileBytes\" : 0,", "\"blockBytes\" : 0,", "\"subBlockBytes\" : 0,");
    Files.delete(blocks.resolve("block-001"));
    assertThat(Answer.of("check", "-q", blocks).code()).isEqualTo(3);
    assertThat(Answer.of("decode", "-q", blocks).code()).isZero();
    assertThat(blocks.resolve("empty")).isEmptyFile();
    assertThat(Answer.of("repair", "-q", blocks).out())
        .endsWith("read 0 bytes: the blocks of an empty file are empty\n");
    assertThat(Answer.of("check", "-q", blocks).code()).isZero();
  }

  /** As earlier versions wrote it: blocks of a granule, of which no byte is the file's. */
  @Test
  void anEmptyFileInBlocksThatAreNotIsDecoded() throws IOException {
    Path zeros = Files.write(folder.resolve("zeros"), new byte[3]);
    Path blocks = folder.resolve("blocks");
    assertThat(Answer.of("encode", "--code", "RS-3-2", "-o", blocks, zeros).code()).isZero();
    Manifest ours = Manifest.read(blocks);
    Manifest empty =
        new Manifest(
            ours.format(), ours.version(), ours.code(), "empty", 0, new Sha256().toHex(),
            ours.blockBytes(), ours.subBlockBytes(), ours.blocks());
    Files.write(blocks.resolve("manifest.json"), empty.toBytes());
    assertThat(Answer.of("decode", "-q", blocks).code()).isZero();
    assertThat(blocks.resolve("empty")).isEmptyFile();
  }

  @Test
  void checkIsToldToPrograms() throws IOException {
    damage(2, 0);
    Files.delete(block(13));
    Answer csv = Answer.of("check", "-q", "--csv", encoded);
    assertThat(csv.code()).isEqualTo(3);
    assertThat(csv.out())
        .startsWith("member,block,state\n0,block-000,whole\n")
        .contains("\n2,block-002,damaged\n")
        .endsWith("\n13,block-013,missing\n");
    JsonNode json = new ObjectMapper().readTree(Answer.of("check", "-q", "--json", encoded).out());
    assertThat(json.get("code").asText()).isEqualTo(CODE);
    assertThat(json.get("lost").asInt()).isEqualTo(2);
    assertThat(json.get("repairable").asBoolean()).isTrue();
    assertThat(json.get("blocks").get(13).get("state").asText()).isEqualTo("missing");
  }

  @Test
  void anotherCodeThanThatOfTheFolderIsRefused() throws IOException {
    String words = "encoded with another code: folder=" + encoded + ", code=" + CODE
        + ", asked=RS-10-4";
    assertRefused(words, "decode", "--code", "RS-10-4", encoded);
    assertRefused(words, "repair", "--code", "RS-10-4", encoded);
    assertRefused(words, "check", "--code", "RS-10-4", encoded);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "\"version\" : 1 | \"version\" : 2 | version=2, known=1",
    "\"format\" : \"okapi-ec\" | \"format\" : \"tar\" | format=tar",
    "LESS4-10-4 | LESS4-9-4 | lengths do not fit: code=LESS4-9-4",
    "LESS4-10-4 | NOSUCH-9-4 | unsupported code: codec=nosuch",
    "\"fileName\" : \"input\" | \"fileName\" : \"../input\" | not the plain name of a file",
    "\"fileName\" : \"input\" | \"fileName\" : null | not the plain name of a file",
    "\"fileBytes\" : 100000 | \"fileBytes\" : 100001 | lengths do not fit",
    "\"fileBytes\" : 100000 | \"fileBytes\" : -1 | lengths do not fit",
    "\"fileBytes\" : 100000 | \"fileBytes\" : \"x\" | bad manifest",
    "\"subBlockBytes\" : 2500 | \"subBlockBytes\" : 9223372036854775807 | lengths do not fit",
    "\"block-003\" | \"block-004\" | block 3 is named block-004",
    "\"blocks\" | \"bricks\" | Missing creator property 'blocks'",
    "\"fileSha256\" : \" | \"fileSha256\" : \"z | fileSha256=z"
  })
  void aManifestThatDoesNotHoldIsRefused(String before, String after, String words)
      throws IOException {
    Path manifest = encoded.resolve("manifest.json");
    String text = Files.readString(manifest);
    assertThat(text).contains(before);
    Files.writeString(manifest, text.replaceFirst(Pattern.quote(before), after));
    for (String command : List.of("decode", "repair", "check")) {
      assertRefused("bad manifest: file=" + manifest + ": ", command, encoded);
      assertRefused(words, command, encoded);
    }
  }

  @Test
  void aWrongChecksumOfTheWholeKeepsTheFileFromItsName() throws IOException {
    Path manifest = encoded.resolve("manifest.json");
    String text = Files.readString(manifest);
    String key = "\"fileSha256\" : \"";
    int digit = text.indexOf(key) + key.length();
    String other = text.charAt(digit) == '0' ? "1" : "0";
    Files.writeString(manifest, text.substring(0, digit) + other + text.substring(digit + 1));
    assertRefused("what was decoded is not the file", "decode", encoded, "-o", folder.resolve("decoded"));
  }

  @Test
  void aWrongChecksumOfALostBlockKeepsTheRebuiltOneFromItsName() throws IOException {
    Files.write(folder.resolve("other"), new byte[FILE_BYTES]);
    Path others = folder.resolve("others");
    Answer answer = Answer.of("encode", "--code", CODE, "-o", others, folder.resolve("other"));
    assertThat(answer.code()).isZero();
    Manifest ours = Manifest.read(encoded);
    List<Manifest.Block> blocks = new ArrayList<>(ours.blocks());
    blocks.set(1, Manifest.read(others).blocks().get(1));
    Manifest wrong =
        new Manifest(
            ours.format(), ours.version(), ours.code(), ours.fileName(), ours.fileBytes(),
            ours.fileSha256(), ours.blockBytes(), ours.subBlockBytes(), blocks);
    Files.write(encoded.resolve("manifest.json"), wrong.toBytes());
    Files.delete(block(1));
    assertRefused("what was rebuilt is not what was lost", "repair", encoded);
  }
}
