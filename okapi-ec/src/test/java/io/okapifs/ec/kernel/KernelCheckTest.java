package io.okapifs.ec.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** A kernel that is wrong anywhere is refused when it is loaded. */
class KernelCheckTest {

  private static final Kernel JAVA = new JavaKernel();
  private static final KernelCheck CHECK = new KernelCheck(JAVA);
  private static final NativeLibrary LOADED = new NativeLibrary(false, Optional.empty());

  /** Flips a bit of the last byte of a run, where it is asked to. */
  private record Wrong(String name, BiPredicate<KernelProgram, Integer> where) implements Kernel {

    @Override
    public int windowBytes(int slotCount) {
      return 1 << 30;
    }

    @Override
    public Compiled compile(KernelProgram program) {
      Compiled right = JAVA.compile(program);
      return (inputs, outputs, offset, length) -> {
        right.run(inputs, outputs, offset, length);
        if (where.test(program, length)) {
          ByteBuffer last = outputs[outputs.length - 1];
          int at = last.position() + offset + length - 1;
          last.put(at, (byte) (last.get(at) ^ 1));
        }
      };
    }
  }

  private static Optional<String> fault(BiPredicate<KernelProgram, Integer> where) {
    return CHECK.fault(new Wrong("wrong", where));
  }

  @Test
  void theKernelsOfThisMachineAreRight() {
    for (Kernel kernel : NativeHere.all()) {
      assertThat(CHECK.fault(kernel)).as(kernel.name()).isEmpty();
    }
    assertThat(fault((program, length) -> false)).isEmpty();
  }

  @Test
  void aWrongProductIsFound() {
    for (int wrong : new int[] {0, 1, 2, 127, 255}) {
      assertThat(
              fault(
                  (program, length) ->
                      program.outputCount() == 8 && program.inputCount() == 1
                          && (program.steps().get(0).coefficient(7, 0) | 7) == (wrong | 7)))
          .isPresent();
    }
  }

  @Test
  void aWrongLengthNumberOfTargetsOrWayIsFound() {
    for (int targets : new int[] {1, 2, 3, 4, 5, 7, 8, 9}) {
      assertThat(fault((program, length) -> program.outputCount() == targets)).isPresent();
    }
    for (int bytes : new int[] {1, 31, 33, 64, 131}) {
      assertThat(fault((program, length) -> length == bytes)).isPresent();
    }
    assertThat(fault((program, length) -> program.steps().get(0).adds())).isPresent();
    assertThat(fault((program, length) -> program.temporaryCount() > 0)).isPresent();
    assertThat(fault((program, length) -> program.planeBytes() > 0)).isPresent();
    assertThat(fault((program, length) -> length > 64 << 10)).isPresent();
  }

  @Test
  void aKernelThatFailsIsNotUsed() {
    assertThat(fault((program, length) -> {
      throw new IllegalStateException("no memory");
    })).hasValueSatisfying(why -> assertThat(why).contains("no memory"));
  }

  @Test
  void theNextKernelIsTakenAndAForcedOneIsAnErrorThatSaysWhy() {
    Kernel wrong = new Wrong("gfni", (program, length) -> program.outputCount() == 3);
    Kernel right = new Wrong("avx2", (program, length) -> false);
    List<String> told = new ArrayList<>();
    KernelChoice choice =
        new KernelChoice(
            LOADED, List.of(wrong, right), JAVA, (name, fault) -> told.add(name + ": " + fault));
    assertThat(choice.names()).containsExactly("avx2", "java");
    assertThat(choice.best()).isSameAs(right);
    assertThat(choice.refused()).containsOnlyKeys("gfni");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> choice.named("gfni"))
        .withMessageContaining("wrong sums: targets=3");
    assertThat(new KernelState(choice).getRefusedCount()).isOne();
    assertThat(told).singleElement().asString().startsWith("gfni: wrong sums: targets=3");
  }

  /** A comparison takes a while of every JVM that starts. */
  @Test
  void kernelsThatNobodyAsksForAreNotCompared() {
    Kernel first = new Wrong("gfni", (program, length) -> false);
    Kernel second = new Wrong("avx2", (program, length) -> true);
    List<String> told = new ArrayList<>();
    KernelChoice choice =
        new KernelChoice(
            LOADED, List.of(first, second), JAVA, (name, fault) -> told.add(name));
    assertThat(choice.best()).isSameAs(first);
    assertThat(choice.named("gfni")).isSameAs(first);
    assertThat(told).isEmpty();
    assertThat(choice.names()).containsExactly("gfni", "java");
    assertThat(told).containsExactly("avx2");
  }

  @Test
  void theBeanTellsOfTheKernelsOfThisProcess() throws Exception {
    List<String> names = Kernels.names();
    Object available =
        ManagementFactory.getPlatformMBeanServer()
            .getAttribute(new ObjectName(Kernels.BEAN), "Available");
    assertThat((String[]) available).containsExactlyElementsOf(names);
  }
}
