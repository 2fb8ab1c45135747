package io.okapifs.ec.tool.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.tool.CodecExamples;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every code on files: encoded, decoded without some blocks, repaired to the same bytes. */
class FolderRoundTripTest {
  /** So little that sub-blocks take several windows. */
  private static final int MEMORY_BYTES = 64;

  @TempDir private Path folder;

  static Stream<String> codes() {
    return CodecExamples.onePerCodec();
  }

  @ParameterizedTest
  @MethodSource("codes")
  void whatIsLostComesBack(String name) throws IOException {
    ErasureCode code = CodeRegistry.byName(name);
    int fileBytes = code.k() * code.alpha() * code.granuleBytes() * 7 - 1;
    checkRoundTrip(code, fileBytes);
  }

  @Test
  void filesOfAnyLengthComeBack() throws IOException {
    ErasureCode code = CodeRegistry.byName("LESS2-4-2");
    for (int fileBytes : List.of(0, 1, 7, 8, 9, 1000, 64 * 1024 + 3)) {
      checkRoundTrip(code, fileBytes);
    }
  }

  private void checkRoundTrip(ErasureCode code, int fileBytes) throws IOException {
    Path here = Files.createDirectory(folder.resolve(code.name() + "." + fileBytes));
    Path file = folder.resolve("input." + fileBytes);
    byte[] bytes = new byte[fileBytes];
    new Random(fileBytes).nextBytes(bytes);
    Files.write(file, bytes);
    new FolderEncoder(code, file, noProgress(), MEMORY_BYTES).encodeInto(here);
    TreeMap<String, byte[]> written = contents(here);
    assertThat(written).hasSize(code.n() + 1);

    BitSet lost = new BitSet();
    lost.set(0, code.tolerance());
    for (BitSet gone : List.of(new BitSet(), lost, MemberSets.of(code.n() - 1))) {
      for (int member : gone.stream().toArray()) {
        Files.delete(here.resolve(Manifest.blockName(member)));
      }
      Path decoded = folder.resolve(code.name() + "." + fileBytes + "." + gone);
      new FolderDecoder(open(here), noProgress()).decodeInto(decoded);
      assertThat(decoded).as("%s without %s", code, gone).hasBinaryContent(bytes);
      if (!gone.isEmpty()) {
        EncodedFolder encoded = open(here);
        RepairPlan plan = encoded.plan(encoded.lost());
        FolderRepair repair = new FolderRepair(encoded, false, noProgress());
        assertThat(repair.run())
            .isEqualTo(plan.cost() * encoded.blockBytes() / code.alpha());
      }
      assertThat(contents(here)).usingRecursiveComparison().isEqualTo(written);
    }
  }

  @Test
  void dataBlocksAreTheFileInOrder() throws IOException {
    Path file = Files.writeString(folder.resolve("text"), "abcdefgh");
    ErasureCode code = CodeRegistry.byName("RS-4-2");
    new FolderEncoder(code, file, noProgress()).encodeInto(folder);
    assertThat(folder.resolve("block-000")).hasContent("ab");
    assertThat(folder.resolve("block-003")).hasContent("gh");
  }

  private static EncodedFolder open(Path path) throws IOException {
    return new EncodedFolder(path, Manifest.read(path), MEMORY_BYTES);
  }

  private static Progress noProgress() {
    return new Progress(new PrintWriter(Writer.nullWriter()), "test");
  }

  private static TreeMap<String, byte[]> contents(Path path) throws IOException {
    TreeMap<String, byte[]> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return contents;
  }
}
