package io.okapifs.ec.coder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.okapifs.ec.EcException;
import io.okapifs.ec.TestSeed;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.kernel.JavaKernel;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.kernel.ReferenceKernel;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class CoderTest {
  private static final CodingProgram SUM = CodingProgram.ofMatrix(GfMatrix.ofHexRows("0101"));

  private final Random random = TestSeed.random();
  private final Coder coder = new Coder(Kernels.best());

  private ByteBuffer[] randomBuffers(int count, int length) {
    ByteBuffer[] buffers = new ByteBuffer[count];
    for (int i = 0; i < count; i++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      buffers[i] = direct(bytes);
    }
    return buffers;
  }

  private static ByteBuffer direct(byte... bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(0, bytes);
  }

  private static ByteBuffer[] copies(ByteBuffer[] buffers) {
    ByteBuffer[] copies = new ByteBuffer[buffers.length];
    Arrays.setAll(copies, i -> direct(new byte[buffers[i].capacity()]).put(0, buffers[i], 0,
        buffers[i].capacity()));
    return copies;
  }

  /** t0 = i0 + 2*i1; o0 = 3*t0; o1 = t0 + i0. */
  private static CodingProgram withTemporary() {
    return CodingProgram.parse(
        """
        program inputs=2 outputs=2 temporaries=1
        set t0 = 0102 x i0 i1
        set o0 = 03 x t0
        set o1 = 0101 x t0 i0""");
  }

  @Test
  void longBuffersGoThroughInWindowsAndAgreeWithTheDefinition() {
    Coder reference = new Coder(new ReferenceKernel());
    ErasureCode code = CodeRegistry.create("rs", 6, 3);
    int window = new JavaKernel().windowBytes(code.encode().slotCount());
    for (int length : new int[] {1, window - 1, window, window + 1, 2 * window + 77}) {
      ByteBuffer[] data = randomBuffers(6, length);
      ByteBuffer[] parities = randomBuffers(3, length);
      ByteBuffer[] expected = randomBuffers(3, length);
      coder.run(code.encode(), data, parities);
      reference.run(code.encode(), data, expected);
      assertThat(parities).isEqualTo(expected);
    }
  }

  @Test
  void onlyTheBytesBetweenPositionAndLimitAreUsedAndPositionsStay() {
    ByteBuffer first = direct((byte) 9, (byte) 1, (byte) 2, (byte) 9).position(1).limit(3);
    ByteBuffer second = direct((byte) 4, (byte) 8);
    ByteBuffer sum = direct((byte) 7, (byte) 7, (byte) 7, (byte) 7, (byte) 7).position(2).limit(4);
    coder.run(SUM, new ByteBuffer[] {first, second}, new ByteBuffer[] {sum});
    assertThat(sum.position()).isEqualTo(2);
    assertThat(sum.limit()).isEqualTo(4);
    assertThat(first.position()).isEqualTo(1);
    assertThat(second.position()).isZero();
    assertThat(sum.clear())
        .isEqualTo(direct((byte) 7, (byte) 7, (byte) 5, (byte) 10, (byte) 7));
  }

  @Test
  void aNullInputCountsAsZeros() {
    for (String codecName : List.of("rs", "rs-legacy", "xor")) {
      int r = codecName.equals("xor") ? 1 : 3;
      ErasureCode code = CodeRegistry.create(codecName, 6, r);
      ByteBuffer[] data = randomBuffers(6, 100);
      data[1] = direct(new byte[100]);
      data[5] = direct(new byte[100]);
      ByteBuffer[] expected = randomBuffers(r, 100);
      coder.run(code.encode(), data, expected);
      data[1] = null;
      data[5] = null;
      ByteBuffer[] parities = randomBuffers(r, 100);
      coder.run(code.encode(), data, parities);
      assertThat(parities).isEqualTo(expected);
    }
  }

  @Test
  void whenAllInputsAreNullOutputsBecomeZeroAndAccumulatorsStay() {
    ByteBuffer[] sum = {direct((byte) 5, (byte) 6)};
    coder.add(SUM, new ByteBuffer[2], sum);
    assertThat(sum[0]).isEqualTo(direct((byte) 5, (byte) 6));
    coder.run(SUM, new ByteBuffer[2], sum);
    assertThat(sum[0]).isEqualTo(direct((byte) 0, (byte) 0));
  }

  @Test
  void addingXorsTheResultIntoTheOutputs() {
    for (CodingProgram program :
        List.of(withTemporary(), CodeRegistry.create("rs", 2, 2).encode())) {
      ByteBuffer[] inputs = randomBuffers(2, 50);
      ByteBuffer[] before = randomBuffers(2, 50);
      ByteBuffer[] results = randomBuffers(2, 50);
      ByteBuffer[] sums = copies(before);
      coder.run(program, inputs, results);
      coder.add(program, inputs, sums);
      for (int output = 0; output < 2; output++) {
        for (int i = 0; i < 50; i++) {
          assertThat(sums[output].get(i))
              .isEqualTo((byte) (before[output].get(i) ^ results[output].get(i)));
        }
      }
    }
  }

  @Test
  void wideSymbolsAreCodedInWholeGranules() {
    CodingProgram program = CodingProgram.ofMatrix(2, GfMatrix.ofHexRows("0001", "0100"));
    ByteBuffer input = direct(new byte[1024]);
    input.put(0, (byte) 5).put(256, (byte) 6).put(512 + 255, (byte) 7);
    ByteBuffer[] outputs = randomBuffers(1, 1024);
    coder.run(program, new ByteBuffer[] {input}, outputs);
    ByteBuffer swapped = direct(new byte[1024]);
    swapped.put(0, (byte) 6).put(256, (byte) 5).put(512 + 511, (byte) 7);
    assertThat(outputs[0]).isEqualTo(swapped);
    assertThatExceptionOfType(EcException.class)
        .isThrownBy(
            () -> coder.run(program, randomBuffers(1, 300), randomBuffers(1, 300)))
        .withMessage("length is not a multiple of the granule: remaining=300, granuleBytes=512");
  }

  @Test
  void anUntouchedOutputMayBeNull() {
    CodingProgram program = CodingProgram.addingMatrix(GfMatrix.ofHexRows("00", "01"));
    ByteBuffer output = direct((byte) 1);
    coder.run(program, new ByteBuffer[] {direct((byte) 6)}, new ByteBuffer[] {null, output});
    assertThat(output.get(0)).isEqualTo((byte) 7);
  }

  @Test
  void theIdentityLeavesEverythingAsItIs() {
    ByteBuffer output = direct((byte) 3);
    coder.run(CodingProgram.identity(1), new ByteBuffer[0], new ByteBuffer[] {output});
    assertThat(output.get(0)).isEqualTo((byte) 3);
  }

  @Test
  void buffersThatDoNotFitAreRefusedBeforeAnyByteIsWritten() {
    ByteBuffer two = direct((byte) 1, (byte) 2);
    ByteBuffer one = direct((byte) 3);
    assertRefused("wrong number of buffers: kind=input, count=1, expected=2",
        new ByteBuffer[] {two}, new ByteBuffer[] {one});
    assertRefused("wrong number of buffers: kind=output, count=0, expected=1",
        new ByteBuffer[] {two, two}, new ByteBuffer[0]);
    assertRefused("buffers differ in length: input=1, remaining=1, expected=2",
        new ByteBuffer[] {two, one}, new ByteBuffer[] {two});
    assertRefused("buffers differ in length: output=0, remaining=1, expected=2",
        new ByteBuffer[] {two, null}, new ByteBuffer[] {one});
    assertRefused("buffer is not direct: input=1",
        new ByteBuffer[] {two, ByteBuffer.allocate(2)}, new ByteBuffer[] {two});
    assertRefused("buffer is not direct: output=0",
        new ByteBuffer[] {two, two}, new ByteBuffer[] {ByteBuffer.allocate(2)});
    assertRefused("buffer is read-only: output=0",
        new ByteBuffer[] {two, two}, new ByteBuffer[] {two.asReadOnlyBuffer()});
    assertRefused("buffer is null: output=0",
        new ByteBuffer[] {two, two}, new ByteBuffer[] {null});
    assertThat(two).isEqualTo(direct((byte) 1, (byte) 2));
    assertThat(one).isEqualTo(direct((byte) 3));
  }

  private void assertRefused(String message, ByteBuffer[] inputs, ByteBuffer[] outputs) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> coder.run(SUM, inputs, outputs))
        .withMessage(message);
  }

  @Test
  void oneCoderServesManyThreadsThatShareTheirInputs() throws Exception {
    ErasureCode code = CodeRegistry.create("rs", 6, 3);
    ByteBuffer[] data = randomBuffers(6, 20_000);
    ByteBuffer[] expected = randomBuffers(3, 20_000);
    coder.run(code.encode(), data, expected);
    Callable<ByteBuffer[]> encoding =
        () -> {
          ByteBuffer[] parities = {
            direct(new byte[20_000]), direct(new byte[20_000]), direct(new byte[20_000])
          };
          coder.run(code.encode(), data, parities);
          return parities;
        };
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (Future<ByteBuffer[]> parities :
          threads.invokeAll(Collections.nCopies(20, encoding))) {
        assertThat(parities.get()).isEqualTo(expected);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
