package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.matrix.GfMatrix;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Vectors that an independent implementation computed: generators, parities and helpers. */
class CodeVectorsTest {
  private static final int SUB_BLOCK_BYTES = 32;

  static List<String> vectors() throws IOException {
    try (InputStream resource = CodeVectorsTest.class.getResourceAsStream("/code-vectors.txt")) {
      String text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void generatorParitiesAndHelpersAreTheIndependentOnes(String vector) throws Exception {
    String[] fields = vector.split(" \\| ");
    String[] parameters = fields[0].split(" ");
    ErasureCode code =
        CodeRegistry.create(
            parameters[0], Integer.parseInt(parameters[1]), Integer.parseInt(parameters[2]));
    assertThat(code.encode().toMatrix()).isEqualTo(GfMatrix.ofHexRows(fields[3].split(" ")));
    byte[] parities = encode(code);
    assertThat(HexFormat.of().formatHex(parities, 0, SUB_BLOCK_BYTES)).isEqualTo(fields[2]);
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(parities);
    assertThat(HexFormat.of().formatHex(digest)).isEqualTo(fields[1]);
    String[] helpers = fields[4].split(" ");
    assertThat(helpers).hasSize(code.n());
    for (int member = 0; member < code.n(); member++) {
      assertThat(helpersOf(code, member)).isEqualTo(helpers[member]);
    }
  }

  private static String helpersOf(ErasureCode code, int member) {
    BitSet lost = new BitSet();
    lost.set(member);
    return code.repair(lost, ErasureCodeChecks.others(lost, code.n())).helpers().stream()
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }

  private static byte[] encode(ErasureCode code) {
    ByteBuffer[] data = new ByteBuffer[code.k()];
    ByteBuffer[] parities = new ByteBuffer[code.r()];
    Arrays.setAll(data, CodeVectorsTest::subBlock);
    Arrays.setAll(parities, i -> ByteBuffer.allocateDirect(SUB_BLOCK_BYTES));
    new Coder(Kernels.best()).run(code.encode(), data, parities);
    ByteBuffer all = ByteBuffer.allocate(code.r() * SUB_BLOCK_BYTES);
    Arrays.stream(parities).forEach(all::put);
    return all.array();
  }

  /** The data that the vectors are defined over. */
  private static ByteBuffer subBlock(int c) {
    ByteBuffer subBlock = ByteBuffer.allocateDirect(SUB_BLOCK_BYTES);
    for (int t = 0; t < SUB_BLOCK_BYTES; t++) {
      subBlock.put(t, (byte) (131 * c + 29 * t + 7 * c * t + 11));
    }
    return subBlock;
  }
}
