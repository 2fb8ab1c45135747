package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.RepairPlan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Encoded groups, one line per member, that must never change: files out there hold such bytes.
 * They were computed by an independent implementation, rs-legacy by polynomial division.
 */
class GoldenBytesTest {
  private final Coder coder = new Coder(Kernels.best());

  private static ByteBuffer[] group(String name) throws IOException {
    String path = "/golden/" + name + ".hex";
    try (InputStream resource = GoldenBytesTest.class.getResourceAsStream(path)) {
      assertThat(resource).as(path).isNotNull();
      List<String> lines =
          new String(resource.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      return lines.stream().map(GoldenBytesTest::direct).toArray(ByteBuffer[]::new);
    }
  }

  private static ByteBuffer direct(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  @ParameterizedTest
  @CsvSource({
    "rs, 3, 2", "rs, 6, 3", "rs, 10, 4",
    "rs-legacy, 3, 2", "rs-legacy, 6, 3", "rs-legacy, 10, 4",
    "xor, 2, 1", "xor, 6, 1", "xor, 10, 1"
  })
  void encodesAndRepairsTheBytesThatWereWrittenOnce(String codecName, int k, int r)
      throws IOException {
    ErasureCode code = CodeRegistry.create(codecName, k, r);
    ByteBuffer[] group = group(code.name());
    assertThat(group).hasSize(code.n());
    ByteBuffer[] parities = new ByteBuffer[r];
    Arrays.setAll(parities, i -> ByteBuffer.allocateDirect(group[0].remaining()));
    coder.run(code.encode(), Arrays.copyOf(group, k), parities);
    assertThat(parities).isEqualTo(Arrays.copyOfRange(group, k, code.n()));
    for (int member = 0; member < code.n(); member++) {
      assertThat(rebuild(code, group, member)).isEqualTo(group[member]);
    }
  }

  private ByteBuffer rebuild(ErasureCode code, ByteBuffer[] group, int member) {
    BitSet lost = new BitSet();
    lost.set(member);
    RepairPlan plan = code.repair(lost, MemberSets.others(lost, code.n()));
    ByteBuffer[] inputs = plan.helpers().stream().map(h -> group[h]).toArray(ByteBuffer[]::new);
    ByteBuffer rebuilt = ByteBuffer.allocateDirect(group[0].remaining());
    coder.run(plan.program(), inputs, new ByteBuffer[] {rebuilt});
    return rebuilt;
  }
}
