package io.okapifs.bench.codes;

import io.okapifs.ec.EcException;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.CodingProgram;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Our codes on our kernels: whatever the registry has. */
public final class CodeSubjects {
  /** Stands in codec names for a number, such as alpha. */
  private static final String NUMBER = "<[a-z]+>";

  private static final int NUMBER_MAX = 16;

  /** What a codec is measured with: the first of these that it supports. */
  private static final int[][] SHAPES = {
    {10, 4}, {10, 2}, {10, 1}, {10, 5}, {10, 6}, {12, 4}, {6, 3}, {5, 2}, {4, 2}, {5, 4}, {2, 1}
  };

  private CodeSubjects() {}

  /** One code of every codec of the registry, and of every number that it takes up to 16. */
  public static List<ErasureCode> registered() {
    List<ErasureCode> codes = new ArrayList<>();
    for (String codec : CodeRegistry.codecNames()) {
      List<String> names =
          codec.matches(".*" + NUMBER + ".*")
              ? IntStream.rangeClosed(1, NUMBER_MAX)
                  .mapToObj(number -> codec.replaceFirst(NUMBER, Integer.toString(number)))
                  .toList()
              : List.of(codec);
      names.forEach(name -> firstOf(name).ifPresent(codes::add));
    }
    return codes;
  }

  private static Optional<ErasureCode> firstOf(String codec) {
    for (int[] shape : SHAPES) {
      try {
        return Optional.of(CodeRegistry.create(codec, shape[0], shape[1]));
      } catch (EcException e) {
        // The registry says what it supports by refusing; the next shape may do.
        continue;
      }
    }
    return Optional.empty();
  }

  /** Encode, decode and repair. */
  public static List<Subject> of(ErasureCode code, String kernel) {
    int lostCount = Math.min(code.tolerance(), code.k());
    return List.of(
        subject(code, "encode", kernel, new Coder(Kernels.named(kernel)).encodeProgram(code)),
        subject(code, "decode", kernel, repair(code, lostCount)),
        subject(code, "repair", kernel, repair(code, 1)));
  }

  /** Of the first members. */
  private static CodingProgram repair(ErasureCode code, int lostCount) {
    BitSet lost = new BitSet();
    lost.set(0, lostCount);
    BitSet available = new BitSet();
    available.set(lostCount, code.n());
    return code.repair(lost, available).program();
  }

  private static Subject subject(
      ErasureCode code, String op, String kernel, CodingProgram program) {
    return new Subject(
        code.name(), code.n(), code.k(), code.alpha(), op, kernel,
        program.inputCount(), program.outputCount(),
        (arena, windowBytes, groupCount) ->
            work(program, new Coder(Kernels.named(kernel)), arena, windowBytes, groupCount));
  }

  private static Subject.Work work(
      CodingProgram program, Coder coder, Arena arena, int windowBytes, int groupCount) {
    ByteBuffer[][] inputs = new ByteBuffer[groupCount][];
    ByteBuffer[][] outputs = new ByteBuffer[groupCount][];
    for (int i = 0; i < groupCount; i++) {
      inputs[i] = arena.inputsOf(i, program.inputCount(), windowBytes);
      outputs[i] = arena.outputsOf(i, program.outputCount(), windowBytes);
    }
    coder.run(program, inputs[0], outputs[0]);
    return (first, count) -> {
      for (int i = first; i < first + count; i++) {
        coder.run(program, inputs[i], outputs[i]);
      }
    };
  }

  /** The kernels to measure on, with the reason for each that is not there. */
  public static Map<String, String> missingKernels() {
    Map<String, String> missing = new TreeMap<>();
    for (String name : List.of("gfni", "gfni-tiles", "avx2", "avx2-tiles", "isal")) {
      if (!Kernels.names().contains(name)) {
        missing.put(name, Kernels.whyNotNative().orElse("this processor or build has none"));
      }
    }
    return missing;
  }
}
