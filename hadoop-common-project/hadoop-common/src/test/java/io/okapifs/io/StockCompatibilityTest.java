package io.okapifs.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.okapifs.testing.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.apache.hadoop.io.erasurecode.rawcoder.RSLegacyRawErasureCoderFactory;
import org.apache.hadoop.io.erasurecode.rawcoder.RSRawErasureCoderFactory;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureCoderFactory;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureDecoder;
import org.apache.hadoop.io.erasurecode.rawcoder.XORRawErasureCoderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Our coders and Hadoop's read each other's bytes: every erasure, both directions, both kinds of
 * buffers.
 */
class StockCompatibilityTest {
  private static final int CELL_BYTES = 97;
  private static final long SEED = Seed.get();

  private final Random random = new Random(SEED);

  /** A codec with the stock coders and ours. */
  record Pair(RawErasureCoderFactory stock, RawErasureCoderFactory ours, int k, int r) {
    ErasureCoderOptions options() {
      return new ErasureCoderOptions(k, r);
    }

    @Override
    public String toString() {
      return ours.getCoderName() + " " + k + "+" + r + " seed=" + SEED;
    }
  }

  static Stream<Pair> pairs() {
    RawErasureCoderFactory rs = new RSRawErasureCoderFactory();
    RawErasureCoderFactory legacy = new RSLegacyRawErasureCoderFactory();
    RawErasureCoderFactory xor = new XORRawErasureCoderFactory();
    return Stream.of(
        new Pair(rs, new RsOkapiRawErasureCoderFactory(), 3, 2),
        new Pair(rs, new RsOkapiRawErasureCoderFactory(), 6, 3),
        new Pair(rs, new RsOkapiRawErasureCoderFactory(), 10, 4),
        new Pair(legacy, new RsLegacyOkapiRawErasureCoderFactory(), 3, 2),
        new Pair(legacy, new RsLegacyOkapiRawErasureCoderFactory(), 6, 3),
        new Pair(legacy, new RsLegacyOkapiRawErasureCoderFactory(), 10, 4),
        new Pair(xor, new XorOkapiRawErasureCoderFactory(), 2, 1),
        new Pair(xor, new XorOkapiRawErasureCoderFactory(), 6, 1));
  }

  private byte[][] randomCells(int count, int length) {
    byte[][] cells = new byte[count][length];
    Arrays.stream(cells).forEach(random::nextBytes);
    return cells;
  }

  private static byte[][] encoded(RawErasureCoderFactory factory, Pair pair, byte[][] data)
      throws IOException {
    byte[][] parities = new byte[pair.r()][data[0].length];
    factory.createEncoder(pair.options()).encode(copy(data), parities);
    byte[][] group = Arrays.copyOf(data, pair.k() + pair.r());
    System.arraycopy(parities, 0, group, pair.k(), pair.r());
    return group;
  }

  private static byte[][] copy(byte[][] cells) {
    return Arrays.stream(cells).map(byte[]::clone).toArray(byte[][]::new);
  }

  private static ByteBuffer[] direct(byte[][] cells) {
    return Arrays.stream(cells)
        .map(cell -> cell == null ? null : ByteBuffer.allocateDirect(cell.length).put(0, cell))
        .toArray(ByteBuffer[]::new);
  }

  private static ByteBuffer[] heap(byte[][] cells) {
    return Arrays.stream(cells)
        .map(cell -> cell == null ? null : offsetHeap(cell))
        .toArray(ByteBuffer[]::new);
  }

  /** A heap buffer whose bytes begin neither at the array's start nor at position zero. */
  private static ByteBuffer offsetHeap(byte[] cell) {
    ByteBuffer whole = ByteBuffer.allocate(cell.length + 7).put(5, cell);
    return whole.slice(2, cell.length + 5).position(3).limit(3 + cell.length);
  }

  private static byte[][] bytes(ByteBuffer[] buffers) {
    return Arrays.stream(buffers)
        .map(
            buffer -> {
              byte[] bytes = new byte[buffer.remaining()];
              buffer.get(buffer.position(), bytes);
              return bytes;
            })
        .toArray(byte[][]::new);
  }

  private static List<int[]> erasures(int n, int lossesMax) {
    List<int[]> erasures = new ArrayList<>();
    for (int mask = 1; mask < 1 << n; mask++) {
      if (Integer.bitCount(mask) <= lossesMax) {
        int lost = mask;
        erasures.add(
            IntStream.range(0, n).filter(i -> (lost >> i & 1) != 0).toArray());
      }
    }
    return erasures;
  }

  private static byte[][] without(byte[][] group, int[] erased) {
    byte[][] left = copy(group);
    Arrays.stream(erased).forEach(member -> left[member] = null);
    return left;
  }

  private static byte[][] pick(byte[][] group, int[] members) {
    return Arrays.stream(members).mapToObj(member -> group[member]).toArray(byte[][]::new);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void paritiesAreTheSameForEveryKindOfBuffer(Pair pair) throws IOException {
    for (int length : new int[] {1, 64, 4096, 65_536, 65_537, 150_001}) {
      byte[][] data = randomCells(pair.k(), length);
      byte[][] expected = encoded(pair.stock(), pair, data);
      assertThat(encoded(pair.ours(), pair, data)).isDeepEqualTo(expected);
      byte[][] parities = Arrays.copyOfRange(expected, pair.k(), expected.length);
      ByteBuffer[] directOutputs = direct(randomCells(pair.r(), length));
      pair.ours().createEncoder(pair.options()).encode(direct(data), directOutputs);
      assertThat(bytes(directOutputs)).isDeepEqualTo(parities);
      ByteBuffer[] heapOutputs = heap(randomCells(pair.r(), length));
      pair.ours().createEncoder(pair.options()).encode(heap(data), heapOutputs);
      assertThat(bytes(heapOutputs)).isDeepEqualTo(parities);
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void weDecodeEveryErasureOfStockBytes(Pair pair) throws IOException {
    byte[][] group = encoded(pair.stock(), pair, randomCells(pair.k(), CELL_BYTES));
    RawErasureDecoder decoder = pair.ours().createDecoder(pair.options());
    for (int[] erased : erasures(pair.k() + pair.r(), pair.r())) {
      byte[][] expected = pick(group, erased);
      byte[][] rebuilt = randomCells(erased.length, CELL_BYTES);
      decoder.decode(without(group, erased), erased, rebuilt);
      assertThat(rebuilt).as(Arrays.toString(erased)).isDeepEqualTo(expected);
      ByteBuffer[] directOutputs = direct(randomCells(erased.length, CELL_BYTES));
      decoder.decode(direct(without(group, erased)), erased, directOutputs);
      assertThat(bytes(directOutputs)).as(Arrays.toString(erased)).isDeepEqualTo(expected);
      ByteBuffer[] heapOutputs = heap(randomCells(erased.length, CELL_BYTES));
      decoder.decode(heap(without(group, erased)), erased, heapOutputs);
      assertThat(bytes(heapOutputs)).as(Arrays.toString(erased)).isDeepEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void stockDecodesEveryErasureOfOurBytes(Pair pair) throws IOException {
    byte[][] group = encoded(pair.ours(), pair, randomCells(pair.k(), CELL_BYTES));
    RawErasureDecoder decoder = pair.stock().createDecoder(pair.options());
    for (int[] erased : erasures(pair.k() + pair.r(), pair.r())) {
      byte[][] rebuilt = randomCells(erased.length, CELL_BYTES);
      decoder.decode(without(group, erased), erased, rebuilt);
      assertThat(rebuilt).as(Arrays.toString(erased)).isDeepEqualTo(pick(group, erased));
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void positionsMoveAsStockMovesThem(Pair pair) throws IOException {
    byte[][] data = randomCells(pair.k(), CELL_BYTES);
    byte[][] group = encoded(pair.stock(), pair, data);
    int[] erased = {1};
    List<List<Integer>> positions = new ArrayList<>();
    for (RawErasureCoderFactory factory : List.of(pair.stock(), pair.ours())) {
      ByteBuffer[] inputs = direct(data);
      ByteBuffer[] outputs = direct(new byte[pair.r()][CELL_BYTES]);
      factory.createEncoder(pair.options()).encode(inputs, outputs);
      ByteBuffer[] helpers = direct(without(group, erased));
      ByteBuffer[] rebuilt = direct(new byte[1][CELL_BYTES]);
      factory.createDecoder(pair.options()).decode(helpers, erased, rebuilt);
      positions.add(
          Stream.of(inputs, outputs, helpers, rebuilt)
              .flatMap(Arrays::stream)
              .map(buffer -> buffer == null ? -1 : buffer.position())
              .toList());
    }
    assertThat(positions.get(1)).isEqualTo(positions.get(0));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void erasedMembersMayBeNamedInAnyOrder(Pair pair) throws IOException {
    byte[][] group = encoded(pair.stock(), pair, randomCells(pair.k(), CELL_BYTES));
    if (pair.r() > 1) {
      int[] erased = {pair.k(), 0};
      byte[][] rebuilt = randomCells(2, CELL_BYTES);
      RawErasureDecoder decoder = pair.ours().createDecoder(pair.options());
      decoder.decode(without(group, erased), erased, rebuilt);
      assertThat(rebuilt).isDeepEqualTo(pick(group, erased));
      int[] repeated = {1, 1};
      assertThatIllegalArgumentException()
          .isThrownBy(() -> decoder.decode(without(group, repeated), repeated, rebuilt))
          .withMessageContaining("erased=[1, 1]");
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void tooFewInputsAreRefused(Pair pair) {
    byte[][] group = randomCells(pair.k() + pair.r(), CELL_BYTES);
    for (int member = 0; member <= pair.r(); member++) {
      group[member] = null;
    }
    int[] erased = {0};
    RawErasureDecoder decoder = pair.ours().createDecoder(pair.options());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> decoder.decode(group, erased, new byte[1][CELL_BYTES]));
  }
}
