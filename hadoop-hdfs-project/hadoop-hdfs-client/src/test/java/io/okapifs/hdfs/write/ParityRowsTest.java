package io.okapifs.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams tiny files of every interesting length and compares each parity block with an oracle. */
class ParityRowsTest {

  private static final int CELL = 8;
  private static final int ROWS = 3;
  private static final int BLOCK = CELL * ROWS;

  static Stream<FileLayout> layouts() {
    List<FileLayout> layouts = new ArrayList<>();
    for (int s : new int[] {1, 2, 3, 5, 6, 8, 16}) {
      layouts.add(layout(3, 2, s));
      layouts.add(layout(6, 3, s));
    }
    return layouts.stream();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void everyParityBlockEqualsTheOracle(FileLayout layout) throws IOException {
    for (long length : lengthsAtEdges(layout)) {
      byte[] file = randomBytes((int) length);
      ParityFiles written = write(layout, file);
      assertThat(written.groups.numbers()).as("groups, length=%s", length)
          .hasSize((int) layout.groupCount(length));
      for (int g : written.groups.numbers()) {
        for (int i = 0; i < layout.policy().r(); i++) {
          assertThat(written.groups.block(g, i))
              .as("length=%s, group=%s, parity=%s", length, g, i)
              .isEqualTo(oracle(layout, file, g, i));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void heldRowsStayBelowOneImageAndOneRow(FileLayout layout) throws IOException {
    int r = layout.policy().r();
    long bound = (long) r * (BLOCK + CELL);
    if (layout.stripeWidth() % layout.policy().k() == 0) {
      bound = (long) r * CELL;
    }
    long period = (long) layout.stripeSize() * layout.policy().k();
    ParityFiles written = write(layout, randomBytes((int) (period + 5 * CELL)));
    assertThat(written.heldBytesMax).isLessThanOrEqualTo(bound);
    assertThat(written.partials.heldBytes()).isZero();
    assertThat(written.partials.allocatedBytes()).isLessThanOrEqualTo(bound);
  }

  @Test
  void aDroppedGroupIsNeitherHeldNorPassedOnAndItsNeighboursAre() throws IOException {
    FileLayout layout = layout(3, 2, 2);
    byte[] file = randomBytes(3 * 3 * BLOCK);
    ParityFiles written = new ParityFiles(layout);
    written.groups.drop(1);
    written.write(file);
    assertThat(written.groups.block(0, 0)).isEqualTo(oracle(layout, file, 0, 0));
    assertThat(written.groups.block(1, 0)).isEmpty();
    assertThat(written.groups.block(2, 1)).isEqualTo(oracle(layout, file, 2, 1));
    assertThat(written.partials.heldBytes()).isZero();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void theCodeOfThePolicyEncodesTheSameParitiesAsItsOwnEncoder(FileLayout layout)
      throws IOException {
    byte[] file = randomBytes((int) (layout.stripeSize() + layout.policy().k() * BLOCK - 5));
    ParityFiles written = new ParityFiles(layout, new CodeFolder(layout.policy()));
    written.write(file);
    for (int g = 0; g < layout.groupCount(file.length); g++) {
      int parityLength = (int) layout.parityLength(g, file.length);
      ByteBuffer[] parities = WrittenGroups.encoded(layout, file, g, parityLength);
      for (int i = 0; i < parities.length; i++) {
        assertThat(ByteBuffer.wrap(written.groups.block(g, i))).isEqualTo(parities[i]);
      }
    }
  }

  @Test
  void theOracleNoticesOneWrongByte() throws IOException {
    FileLayout layout = layout(3, 2, 2);
    byte[] file = randomBytes(2 * BLOCK + 3);
    ParityFiles written = write(layout, file);
    file[BLOCK + 1] ^= 1;
    assertThat(written.groups.block(0, 0)).isNotEqualTo(oracle(layout, file, 0, 0));
  }

  private static FileLayout layout(int k, int r, int s) {
    GroupPolicy policy = new GroupPolicy("RS-" + k + "-" + r + "-8", "rs", k, r, 1, CELL);
    return new FileLayout(policy, s, BLOCK);
  }

  private static TreeSet<Long> lengthsAtEdges(FileLayout layout) {
    int s = layout.stripeWidth();
    int k = layout.policy().k();
    long stripe = layout.stripeSize();
    long row = (long) s * CELL;
    TreeSet<Long> lengths = new TreeSet<>(List.of(0L, 1L));
    List<Long> edges = new ArrayList<>();
    for (long stripes = 0; stripes <= 2L * k / s + 2; stripes++) {
      edges.add(stripes * stripe);
      edges.add(stripes * stripe + CELL);
      edges.add(stripes * stripe + row);
      edges.add(stripes * stripe + row + CELL * (s / 2 + 1L));
      edges.add(stripes * stripe + stripe / 2 / CELL * CELL);
      edges.add(stripes * stripe + stripe - CELL);
    }
    for (long block = 0; block <= 2L * k; block += k) {
      edges.add(layout.fileOffset(block, 0));
      edges.add(layout.fileOffset(block, BLOCK - 1) + 1);
    }
    for (long edge : edges) {
      for (long length = edge - 1; length <= edge + 1; length++) {
        lengths.add(Math.max(0, length));
      }
    }
    return lengths;
  }

  private static byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static ParityFiles write(FileLayout layout, byte[] file) throws IOException {
    ParityFiles written = new ParityFiles(layout);
    written.write(file);
    return written;
  }

  /** Byte by byte from the definition: parity = sum of coefficient x data at the same offset. */
  private static byte[] oracle(FileLayout layout, byte[] file, int group, int parity) {
    byte[] block = new byte[(int) layout.parityLength(group, file.length)];
    for (int offset = 0; offset < block.length; offset++) {
      for (int member = 0; member < layout.policy().k(); member++) {
        long x = (long) group * layout.policy().k() + member;
        if (offset < layout.blockLength(x, file.length)) {
          byte data = file[(int) layout.fileOffset(x, offset)];
          block[offset] ^= (byte) WrittenGroups.times(coefficient(member, parity), data & 0xFF);
        }
      }
    }
    return block;
  }

  private static int coefficient(int member, int parity) {
    return 1 + (member * 37 + parity * 101) % 255;
  }

  private static void foldSlowly(int firstMember, ByteBuffer[] cells, ByteBuffer[] parities) {
    for (int m = 0; m < cells.length; m++) {
      for (int i = 0; i < parities.length; i++) {
        for (int offset = 0; offset < cells[m].remaining(); offset++) {
          int data = cells[m].get(offset) & 0xFF;
          int share = WrittenGroups.times(coefficient(firstMember + m, i), data);
          parities[i].put(offset, (byte) (parities[i].get(offset) ^ share));
        }
      }
    }
  }

  private static final class ParityFiles {
    private final PartialParities partials;
    private final WrittenGroups groups;
    private final ParityRows rows;
    private long heldBytesMax;

    ParityFiles(FileLayout layout) {
      this(layout, ParityRowsTest::foldSlowly);
    }

    ParityFiles(FileLayout layout, CellFolder folder) {
      this.partials = new PartialParities(layout, folder);
      this.groups = new WrittenGroups(layout);
      this.rows = new ParityRows(layout, partials, groups);
    }

    void write(byte[] file) throws IOException {
      groups.write(
          rows, file, 1, () -> heldBytesMax = Math.max(heldBytesMax, partials.heldBytes()));
    }
  }
}
