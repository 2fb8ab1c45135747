package io.okapifs.ec.kernel;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Proves that the contract's check rings: kernels with one deliberate fault each must fail it. */
class KernelCanaryTest {
  private static final KernelProgram PROGRAM =
      new KernelProgram(
          2, 1, 0,
          List.of(new KernelStep(false, new int[] {2}, new int[] {0, 1}, new byte[] {3, 7})));

  private static void check(Kernel kernel) {
    for (int seed = 0; seed < 50; seed++) {
      KernelChecks.agree(kernel, new ReferenceKernel(), PROGRAM, 100, new Random(seed));
    }
  }

  /** The Java kernel with its compiled programs changed by the given fault. */
  private static Kernel faulty(UnaryOperator<Kernel.Compiled> fault) {
    Kernel honest = new JavaKernel();
    return new Kernel() {
      @Override
      public String name() {
        return "faulty";
      }

      @Override
      public int windowBytes(int slotCount) {
        return honest.windowBytes(slotCount);
      }

      @Override
      public Compiled compile(KernelProgram program) {
        return fault.apply(honest.compile(program));
      }
    };
  }

  @Test
  void theSameHarnessWithoutAFaultPasses() {
    assertThatCode(() -> check(faulty(compiled -> compiled))).doesNotThrowAnyException();
  }

  @Test
  void oneWrongBitIsFound() {
    Kernel kernel =
        faulty(
            compiled ->
                (inputs, outputs, offset, length) -> {
                  compiled.run(inputs, outputs, offset, length);
                  if (length > 0) {
                    int last = outputs[0].position() + offset + length - 1;
                    outputs[0].put(last, (byte) (outputs[0].get(last) ^ 1));
                  }
                });
    assertThatThrownBy(() -> check(kernel)).isInstanceOf(AssertionError.class);
  }

  @Test
  void oneByteTooFarIsFound() {
    Kernel kernel =
        faulty(
            compiled ->
                (inputs, outputs, offset, length) -> {
                  compiled.run(inputs, outputs, offset, length);
                  outputs[0].duplicate().clear().put(outputs[0].limit(), (byte) 0);
                });
    assertThatThrownBy(() -> check(kernel)).isInstanceOf(AssertionError.class);
  }

  @Test
  void aMovedPositionIsFound() {
    Kernel kernel =
        faulty(
            compiled ->
                (inputs, outputs, offset, length) -> {
                  compiled.run(inputs, outputs, offset, length);
                  outputs[0].position(outputs[0].position() + 1);
                });
    assertThatThrownBy(() -> check(kernel)).isInstanceOf(AssertionError.class);
  }

  @Test
  void aWrongCoefficientIsFound() {
    Kernel honest = new JavaKernel();
    Kernel.Compiled wrong =
        honest.compile(
            new KernelProgram(
                2, 1, 0,
                List.of(
                    new KernelStep(false, new int[] {2}, new int[] {0, 1}, new byte[] {3, 6}))));
    Kernel kernel = faulty(compiled -> (ByteBuffer[] inputs, ByteBuffer[] outputs, int o, int n) ->
        wrong.run(inputs, outputs, o, n));
    assertThatThrownBy(() -> check(kernel)).isInstanceOf(AssertionError.class);
  }
}
