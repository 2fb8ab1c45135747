package io.okapifs.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.plan.ProgramWork;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Parities of codes with sub-blocks, streamed cell by cell: against the code's own encoder on whole
 * blocks, and LESS2-4-2 against its equations in arithmetic of the test's own.
 */
class VectorParitiesTest {

  private static final int CELL = 1024;

  /** Not a multiple of 2 or 3 sub-blocks of whole chunks. */
  private static final int BLOCK = 5 * CELL;

  private static FileLayout layout(String code, int s) {
    ErasureCode parsed = CodeRegistry.byName(code);
    String codec = code.substring(0, code.indexOf('-')).toLowerCase(Locale.ROOT);
    return new FileLayout(
        new GroupPolicy(code + "-1k", codec, parsed.k(), parsed.r(), parsed.alpha(), CELL), s,
        BLOCK);
  }

  private static byte[] bytes(long length) {
    byte[] bytes = new byte[(int) length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** Lengths at and around the ends of cell, group, stripe and what is kept raw. */
  private static Set<Long> lengths(FileLayout layout) {
    int k = layout.policy().k();
    long group = layout.fileOffset(k - 1, BLOCK - 1) + 1;
    long raw = (long) layout.policy().r() * layout.policy().fullParityLength(BLOCK);
    Set<Long> lengths = new TreeSet<>(Set.of(0L, 1L));
    for (long edge :
        new long[] {CELL, group, group + 3 * CELL, raw, raw + CELL, layout.stripeSize()}) {
      lengths.addAll(Set.of(edge - 1, edge, edge + 1));
    }
    return lengths;
  }

  @ParameterizedTest
  @CsvSource({
    "LESS2-4-2, 1", "LESS2-4-2, 3", "LESS2-4-2, 4", "LESS2-4-2, 9", "LESS3-6-3, 6", "LESS4-10-4, 4",
    "HHXORPLUS-10-4, 10", "CLAY-4-2, 4", "ET4-10-4, 16", "BUTTERFLY-5-2, 2", "LESS2-60-3, 7"
  })
  void everyParityBlockIsThatOfTheWholeGroup(String code, int s) throws IOException {
    FileLayout layout = layout(code, s);
    for (long length : lengths(layout)) {
      byte[] file = bytes(length);
      Written written = new Written(layout);
      written.write(file);
      assertThat(written.groups.numbers().size()).as("groups, length=%s", length)
          .isEqualTo((int) layout.groupCount(length));
      for (int g = 0; g < written.groups.numbers().size(); g++) {
        int parityLength = written.block(g, 0).length;
        GroupPolicy policy = layout.policy();
        assertThat((long) parityLength).as("P of group %s, length=%s", g, length)
            .isIn(layout.parityLength(g, length), policy.fullParityLength(BLOCK));
        ByteBuffer[] expected = WrittenGroups.encoded(layout, file, g, parityLength);
        for (int i = 0; i < expected.length; i++) {
          assertThat(ByteBuffer.wrap(written.block(g, i)))
              .as("length=%s, group=%s, parity=%s", length, g, i).isEqualTo(expected[i]);
        }
      }
      assertThat(written.memory.reservedBytes()).isZero();
    }
  }

  /**
   * n = 6, alpha = 2: groups of members {0, 1}, {2, 3}, {4, 5}. In each of the three, all
   * sub-blocks of its members and one of every other, each times the t-th power of 2^exponent, add
   * up to zero.
   */
  @ParameterizedTest
  @CsvSource({"1, 20480", "4, 20480", "3, 9000", "5, 1"})
  void theEquationsOfLessHoldAtEveryOffset(int s, int length) throws IOException {
    FileLayout layout = layout("LESS2-4-2", s);
    byte[] file = bytes(length);
    Written written = new Written(layout);
    written.write(file);
    for (int g = 0; g < written.groups.numbers().size(); g++) {
      int u = written.block(g, 0).length / 2;
      byte[][] members = new byte[6][];
      for (int member = 0; member < 6; member++) {
        byte[] block =
            member < 4
                ? WrittenGroups.data(layout, file, g, member)
                : written.block(g, member - 4);
        members[member] = Arrays.copyOf(block, 2 * u);
      }
      for (int group = 0; group < 3; group++) {
        for (int t = 0; t < 2; t++) {
          assertThat(sum(members, u, group, t)).containsOnly((byte) 0);
        }
      }
    }
  }

  private static byte[] sum(byte[][] members, int u, int group, int t) {
    byte[] sum = new byte[u];
    for (int member = 0; member < 6; member++) {
      for (int j = 0; j < 2; j++) {
        if (member / 2 == group || j == (group == 2 ? member / 2 : group)) {
          int factor = power((member % 2 * 3 + member / 2) * 2 + j, t);
          for (int offset = 0; offset < u; offset++) {
            int symbol = members[member][j * u + offset] & 0xFF;
            sum[offset] ^= (byte) WrittenGroups.times(factor, symbol);
          }
        }
      }
    }
    return sum;
  }

  private static int power(int exponent, int t) {
    int power = 1;
    for (int i = 0; i < exponent * t; i++) {
      power = WrittenGroups.times(power, 2);
    }
    return power;
  }

  @Test
  void aSmallFileHasParitiesAsLongAsItsLongestBlock() throws IOException {
    FileLayout layout = layout("LESS4-10-4", 10);
    Written written = new Written(layout);
    written.write(bytes(2 * CELL));
    assertThat(written.block(0, 3)).hasSize(2048);
    Written full = new Written(layout);
    full.write(bytes(10L * BLOCK));
    assertThat(full.block(0, 3)).hasSize(6144);
  }

  /** Compact parity may round a few bytes up to sub-blocks. */
  @ParameterizedTest
  @ValueSource(strings = {"LESS4-10-4", "LESS3-6-3"})
  void parityOfATailThatWasFoldedIsNeverMoreThanItsDataWhereMemorySuffices(String code)
      throws IOException {
    FileLayout layout = layout(code, CodeRegistry.byName(code).k());
    GroupPolicy policy = layout.policy();
    int fulls = 0;
    for (long length = CELL; length <= (long) policy.k() * BLOCK; length += CELL) {
      Written written = new Written(layout);
      written.write(bytes(length));
      long parityLength = written.block(0, 0).length;
      if (parityLength != layout.parityLength(0, length)) {
        assertThat(policy.r() * parityLength).as("parity of %s bytes", length)
            .isLessThanOrEqualTo(length);
        fulls++;
      }
    }
    assertThat(fulls).isPositive();
  }

  /** One image and no byte more: cells are folded earlier then, into the same parities. */
  @ParameterizedTest
  @CsvSource({"LESS4-10-4", "LESS3-6-3", "CLAY-4-2", "LESS2-60-3"})
  void theMemoryOfOneImageIsEnoughForGroupAfterGroup(String code) throws IOException {
    int k = CodeRegistry.byName(code).k();
    FileLayout layout = layout(code, Math.min(k, 16));
    int s = layout.stripeWidth();
    long limit = imageBytes(layout) * (k % s == 0 ? 1 : 2);
    byte[] file = bytes(3L * k * BLOCK - CELL);
    Written written = new Written(layout, limit);
    written.write(file);
    assertThat(written.groups.left()).isEmpty();
    for (int g = 0; g < 3; g++) {
      ByteBuffer[] expected = WrittenGroups.encoded(layout, file, g, written.block(g, 0).length);
      for (int i = 0; i < expected.length; i++) {
        assertThat(ByteBuffer.wrap(written.block(g, i))).as("group=%s, parity=%s", g, i)
            .isEqualTo(expected[i]);
      }
    }
    assertThat(written.allocatedBytesMax).isPositive().isLessThanOrEqualTo(limit);
    assertThat(written.memory.allocations())
        .as("buffers are used again").isLessThanOrEqualTo(limit / CELL);
    written.parities.clear();
    assertThat(written.memory.allocatedBytes()).isZero();
    assertThat(written.memory.reservedBytes()).isZero();
  }

  private static long imageBytes(FileLayout layout) {
    long full = layout.policy().fullParityLength(BLOCK);
    return CodeImage.shape(layout.policy().code(), full, CELL).bytes();
  }

  @Test
  void groupsThatGetNoMemoryAreLeftAndSmallOnesAreNot() throws IOException {
    FileLayout layout = layout("LESS4-10-4", 10);
    Written none = new Written(layout, imageBytes(layout) - 1);
    none.write(bytes(25L * BLOCK));
    assertThat(none.groups.left()).containsExactly(0L, 1L, 2L);
    assertThat(none.groups.numbers()).isEmpty();
    Written small = new Written(layout, imageBytes(layout) - 1);
    byte[] file = bytes(2 * CELL);
    small.write(file);
    assertThat(small.groups.left()).isEmpty();
    assertThat(ByteBuffer.wrap(small.block(0, 3)))
        .isEqualTo(WrittenGroups.encoded(layout, file, 0, 2048)[3]);
  }

  @Test
  void aDroppedGroupIsNotPassedOnAndItsNeighboursAre() throws IOException {
    FileLayout layout = layout("LESS2-4-2", 4);
    byte[] file = bytes(12L * BLOCK);
    Written written = new Written(layout);
    written.groups.drop(1);
    written.write(file);
    assertThat(written.block(1, 0)).isEmpty();
    int parityLength = written.block(2, 0).length;
    assertThat(ByteBuffer.wrap(written.block(2, 1)))
        .isEqualTo(WrittenGroups.encoded(layout, file, 2, parityLength)[1]);
  }

  /** Where this fails a code wants its data kept and encoded together instead. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "LESS2-10-4", "LESS3-10-4", "LESS4-10-4", "LESS3-6-3", "LESS4-76-4", "LESS4-120-4",
        "CLAY-6-3", "CLAY-10-4", "HHXORPLUS-10-4", "HASHTAG4-10-4", "HASHTAGPLUS8-10-4",
        "ET4-10-4", "BUTTERFLY-5-2", "PMRBT-5-4"
      })
  void foldingDataAsItComesCostsLessThanTwoEncodingsWithEveryCode(String name) {
    ErasureCode code = CodeRegistry.byName(name);
    long folding = cost(code.finish().work());
    for (int i = 0; i < code.k() * code.alpha(); i++) {
      folding += cost(code.column(i / code.alpha(), i % code.alpha()).work());
    }
    assertThat(folding).isLessThanOrEqualTo(2 * cost(code.encode().work()));
  }

  private static long cost(ProgramWork work) {
    return work.products() + work.additions();
  }

  @Test
  void halfOfTheMemoryOfTheJvmIsLeftToOthers() throws IOException {
    FileLayout layout = layout("LESS4-10-4", 10);
    long jvmBytes = 2 * imageBytes(layout);
    Written enough =
        new Written(layout, Long.MAX_VALUE, new ParityMemory(jvmBytes, ByteBuffer::allocateDirect));
    enough.write(bytes(10L * BLOCK));
    assertThat(enough.groups.left()).isEmpty();
    Written tooLittle =
        new Written(
            layout, Long.MAX_VALUE, new ParityMemory(jvmBytes - 1, ByteBuffer::allocateDirect));
    tooLittle.write(bytes(10L * BLOCK));
    assertThat(tooLittle.groups.left()).containsExactly(0L);
  }

  /** At every buffer that is asked for, once and for good; sizes that are kept raw and folded. */
  @ParameterizedTest
  @CsvSource({"1, 15", "1, 3", "1000000, 15", "1000000, 3"})
  void whereTheJvmIsOutOfMemoryGroupsAreLeftAndTheOthersAreRight(int failures, int blocks)
      throws IOException {
    FileLayout layout = layout("LESS2-4-2", 4);
    byte[] file = bytes((long) blocks * BLOCK - 100);
    boolean failed = true;
    for (int first = 0; failed; first++) {
      AtomicInteger asked = new AtomicInteger();
      int from = first;
      ParityMemory memory = new ParityMemory(Long.MAX_VALUE, bytes -> {
        int number = asked.getAndIncrement();
        if (number >= from && number - from < failures) {
          throw new OutOfMemoryError("the test has no memory");
        }
        return ByteBuffer.allocateDirect(bytes);
      });
      Written written = new Written(layout, Long.MAX_VALUE, memory);
      written.write(file);
      failed = asked.get() > from;
      assertThat(written.groups.left().isEmpty()).as("none is left, failing buffer=%s", first)
          .isEqualTo(!failed);
      checkOthers(layout, file, written);
      written.parities.clear();
      assertThat(memory.reservedBytes()).isZero();
      assertThat(memory.allocatedBytes()).isZero();
    }
  }

  private static void checkOthers(FileLayout layout, byte[] file, Written written) {
    assertThat(written.groups.numbers().size() + written.groups.left().size())
        .isEqualTo((int) layout.groupCount(file.length));
    for (int g : written.groups.numbers()) {
      ByteBuffer[] expected = WrittenGroups.encoded(layout, file, g, written.block(g, 0).length);
      for (int i = 0; i < expected.length; i++) {
        assertThat(ByteBuffer.wrap(written.block(g, i))).as("group=%s, parity=%s", g, i)
            .isEqualTo(expected[i]);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, out of range", "-9223372036854775808, out of range", "much, not a number"})
  void aLimitThatIsNoneIsRefused(String limit, String reason) {
    Configuration conf = new Configuration(false);
    conf.set(ParityMemory.MAX_KEY, limit);
    assertThatThrownBy(() -> ParityMemory.maxBytes(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason)
        .hasMessageContaining("dfs.client.ec.partial-parity.max-bytes=" + limit);
  }

  @Test
  void cellsThatAreNoWholeGranulesAreRefused() {
    GroupPolicy policy = new GroupPolicy("P", "less2", 60, 3, 2, 1000);
    assertThatThrownBy(
            () -> new VectorParities(
                new FileLayout(policy, 4, 5000), new ParityMemory().share(0),
                (g, length, rows) -> true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cellSize=1000, granuleBytes=512");
  }

  private static final class Written {
    private final ParityMemory memory;
    private final WrittenGroups groups;
    private final VectorParities parities;
    private long allocatedBytesMax;

    Written(FileLayout layout) {
      this(layout, Long.MAX_VALUE);
    }

    Written(FileLayout layout, long memoryBytesMax) {
      this(layout, memoryBytesMax, new ParityMemory());
    }

    Written(FileLayout layout, long memoryBytesMax, ParityMemory memory) {
      this.memory = memory;
      this.groups = new WrittenGroups(layout);
      this.parities = new VectorParities(layout, memory.share(memoryBytesMax), groups);
    }

    void write(byte[] file) throws IOException {
      groups.write(
          parities, file, 700,
          () -> allocatedBytesMax = Math.max(allocatedBytesMax, memory.allocatedBytes()));
    }

    byte[] block(int group, int parity) {
      return groups.block(group, parity);
    }
  }
}
