package io.okapifs.ec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.coder.CodingBuffers;
import io.okapifs.ec.plan.CodingProgram;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A file written with one kernel is read with another: their results are the same bytes. */
class JavaNativeEqualityTest {
  private static final int VECTOR_BYTES = 64;
  private static final int SHORT_LENGTH_MAX = 200;
  private static final int SLOTS_MAX = 14;
  private static final int NATIVE_WINDOW_BYTES_MAX = 64 << 10;

  /** What data may look like; the kernels special-case some of it or might. */
  private enum Pattern {
    ZEROS(i -> 0),
    ALL_ONES(i -> 0xff),
    COUNTING(i -> i),
    HIGH_BITS(i -> 0x80),
    ONE_BIT(i -> i % 97 == 0 ? 1 : 0),
    RANDOM(i -> new Random(i).nextInt());

    private final IntUnaryOperator bytes;

    Pattern(IntUnaryOperator bytes) {
      this.bytes = bytes;
    }
  }

  private final Coder javaCoder = new Coder(new JavaKernel());
  private final ByteBuffer[] data = memory(SLOTS_MAX);
  private final ByteBuffer[] javaResults = memory(SLOTS_MAX);
  private final ByteBuffer[] nativeResults = memory(SLOTS_MAX);
  private List<Coder> nativeCoders;

  @BeforeEach
  void needsNativeKernels() {
    nativeCoders = NativeHere.all().stream().map(Coder::new).toList();
  }

  private static ByteBuffer[] memory(int count) {
    ByteBuffer[] buffers = new ByteBuffer[count];
    int bytes = NATIVE_WINDOW_BYTES_MAX + 4 * VECTOR_BYTES;
    Arrays.setAll(buffers, i -> CodingBuffers.allocate(bytes));
    return buffers;
  }

  private static List<ErasureCode> codes() {
    return List.of(
        CodeRegistry.create("rs", 6, 3),
        CodeRegistry.create("rs", 10, 4),
        CodeRegistry.create("rs-legacy", 3, 2),
        CodeRegistry.create("xor", 2, 1));
  }

  /** Encoding, also on top of what is there, one cell's share, and repair of r lost members. */
  private static List<CodingProgram> programs(ErasureCode code) {
    BitSet lost = new BitSet();
    lost.set(0, code.r());
    BitSet available = new BitSet();
    available.set(code.r(), code.n());
    return List.of(
        code.encode(),
        code.encode().accumulating(),
        code.column(1, 0),
        code.repair(lost, available).program());
  }

  private void fill(Pattern pattern) {
    int index = 0;
    for (ByteBuffer buffer : data) {
      for (int i = 0; i < buffer.capacity(); i++) {
        buffer.put(i, (byte) pattern.bytes.applyAsInt(index++));
      }
    }
  }

  /** With a skew each slot starts at an address of its own: operands are not aligned together. */
  private static ByteBuffer[] slices(
      ByteBuffer[] memory, int count, int start, int skew, int length) {
    ByteBuffer[] slices = new ByteBuffer[count];
    Arrays.setAll(slices, i -> memory[i].slice(start + i * skew, length));
    return slices;
  }

  private void assertEqual(CodingProgram program, int start, int skew, int length) {
    ByteBuffer[] inputs = slices(data, program.inputCount(), start, skew, length);
    ByteBuffer[] expected = slices(javaResults, program.outputCount(), start, skew, length);
    ByteBuffer[] actual = slices(nativeResults, program.outputCount(), start, skew, length);
    fillOutputs(expected, start, length);
    javaCoder.run(program, inputs, expected);
    for (Coder coder : nativeCoders) {
      fillOutputs(actual, start, length);
      coder.run(program, inputs, actual);
      assertSame(coder, expected, actual, start, length);
    }
  }

  /** Programs that add depend on what was there. */
  private void fillOutputs(ByteBuffer[] outputs, int start, int length) {
    for (int i = 0; i < outputs.length; i++) {
      outputs[i].put(0, data[SLOTS_MAX - 1 - i], start, length);
    }
  }

  private static void assertSame(
      Coder coder, ByteBuffer[] expected, ByteBuffer[] actual, int start, int length) {
    for (int i = 0; i < expected.length; i++) {
      // Compared by hand first: one assertion object for each of a million cases is slow.
      if (expected[i].mismatch(actual[i]) >= 0) {
        assertThat(actual[i])
            .as("%s: output %d, start=%d, length=%d", coder.kernel().name(), i, start, length)
            .isEqualTo(expected[i]);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void allShortLengthsAtAllAlignmentsGiveTheSameBytes(Pattern pattern) {
    fill(pattern);
    for (ErasureCode code : codes()) {
      for (CodingProgram program : programs(code)) {
        for (int length = 0; length <= SHORT_LENGTH_MAX; length++) {
          for (int start = 0; start < VECTOR_BYTES; start++) {
            assertEqual(program, start, 1, length);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void lengthsAroundWindowsAndTilesGiveTheSameBytes(Pattern pattern) {
    fill(pattern);
    for (ErasureCode code : codes()) {
      for (CodingProgram program : programs(code)) {
        for (int length : new int[] {256, 512, 4096, 32 << 10, NATIVE_WINDOW_BYTES_MAX}) {
          for (int difference : new int[] {-65, -64, -63, -1, 0, 1, 63, 64, 65}) {
            assertEqual(program, 0, 1, length + difference);
            assertEqual(program, 1, 1, length + difference);
          }
        }
      }
    }
  }

  /** Long enough, and alike in alignment, to be stored past the caches. */
  @ParameterizedTest
  @EnumSource
  void longRunsOfBuffersThatStartAlikeGiveTheSameBytes(Pattern pattern) {
    fill(pattern);
    for (CodingProgram program : programs(CodeRegistry.create("rs", 10, 4))) {
      for (int start = 0; start <= VECTOR_BYTES; start++) {
        assertEqual(program, start, 0, NATIVE_WINDOW_BYTES_MAX + start % 5);
      }
    }
  }
}
