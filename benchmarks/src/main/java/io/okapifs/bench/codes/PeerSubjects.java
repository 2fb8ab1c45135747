package io.okapifs.bench.codes;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.kernel.NativeKernel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.apache.hadoop.io.erasurecode.rawcoder.RSRawDecoder;
import org.apache.hadoop.io.erasurecode.rawcoder.RSRawEncoder;

/** What our codes are compared with: ISA-L called from C, Hadoop's coder in Java, and memcpy. */
public final class PeerSubjects {
  /** The code name of ISA-L called from C. */
  public static final String RAW = "isal-raw";

  /** Its kernel: no program, no JNI. */
  public static final String RAW_KERNEL = "isal-c";

  /** The same by AVX2 where the processor has more, to compare like with like. */
  public static final String RAW_AVX2_KERNEL = "isal-avx2-c";

  /** The kernel name of a program that is run from C. */
  static final String FROM_C = "-c";

  private static final int K = 10;
  private static final int R = 4;
  private static final int TABLE_BYTES = 32;

  /** What the native kernels take for a program of one step. */
  private static final int NATIVE_WINDOW_BYTES = 64 << 10;

  private PeerSubjects() {}

  /** Loads what is measured in C; answers why it cannot be, or nothing. */
  public static Optional<String> loadC() {
    return NativeBench.load();
  }

  /**
   * Those in C: ec_encode_data for RS-10-4, memcpy of the same inputs, and the program of RS-10-4
   * on each native kernel, to which Java and JNI add what they cost.
   */
  public static List<Subject> inC() {
    List<Subject> subjects = new ArrayList<>();
    subjects.add(raw("encode", RAW_KERNEL, R));
    subjects.add(raw("decode", RAW_KERNEL, R));
    subjects.add(raw("repair", RAW_KERNEL, 1));
    if (Kernels.names().contains("avx2")) {
      subjects.add(raw("encode", RAW_AVX2_KERNEL, R));
    }
    subjects.add(new Subject("memcpy", K, K, 1, "copy", "libc", K, K, PeerSubjects::copy));
    for (String kernel : Kernels.names()) {
      if (Kernels.named(kernel) instanceof NativeKernel) {
        subjects.add(programFromC(kernel));
      }
    }
    return subjects;
  }

  private static Subject raw(String op, String kernel, int outputCount) {
    boolean byAvx2 = kernel.equals(RAW_AVX2_KERNEL);
    return new Subject(
        RAW, K + R, K, 1, op, kernel, K, outputCount,
        (arena, windowBytes, groupCount) -> {
          ByteBuffer tables = ByteBuffer.allocateDirect(TABLE_BYTES * K * outputCount);
          NativeBench.isalTables(K, outputCount, tables);
          return (first, count) ->
              NativeBench.isal(
                  byAvx2, K, outputCount, tables, arena.inputs(), arena.outputs(), windowBytes,
                  first,
                  count);
        });
  }

  private static Subject.Work copy(Arena arena, int windowBytes, int groupCount) {
    long groupBytes = (long) K * windowBytes;
    return (first, count) ->
        NativeBench.copy(arena.inputs(), arena.outputs(), first * groupBytes, count * groupBytes);
  }

  private static Subject programFromC(String kernel) {
    byte[] coefficients =
        CodeRegistry.create("rs", K, R).encode().steps().get(0).coefficients().toBytes();
    return new Subject(
        "RS-10-4", K + R, K, 1, "encode", kernel + FROM_C, K, R,
        (arena, windowBytes, groupCount) -> {
          ByteBuffer bytes = ByteBuffer.allocateDirect(coefficients.length).put(coefficients);
          long program = NativeBench.program(kernel, K, R, NATIVE_WINDOW_BYTES, bytes);
          return (first, count) ->
              NativeBench.run(
                  program, arena.inputs(), arena.outputs(), windowBytes, first, count);
        });
  }

  /** Hadoop's own coder in Java. */
  public static List<Subject> hadoop() {
    return List.of(
        new Subject(
            "hadoop-rs", K + R, K, 1, "encode", "hadoop-java", K, R, PeerSubjects::hadoopEncode),
        hadoopDecode("decode", R),
        hadoopDecode("repair", 1));
  }

  private static Subject.Work hadoopEncode(Arena arena, int windowBytes, int groupCount) {
    RSRawEncoder encoder = new RSRawEncoder(new ErasureCoderOptions(K, R));
    ByteBuffer[][] inputs = groups(groupCount, i -> arena.inputsOf(i, K, windowBytes));
    ByteBuffer[][] outputs = groups(groupCount, i -> arena.outputsOf(i, R, windowBytes));
    return eachGroup(
        i -> encoder.encode(cleared(inputs[i]), cleared(outputs[i])));
  }

  /** The first members are lost, and decoded from the K behind them. */
  private static Subject hadoopDecode(String op, int lostCount) {
    int[] lost = IntStream.range(0, lostCount).toArray();
    return new Subject(
        "hadoop-rs", K + R, K, 1, op, "hadoop-java", K, lostCount,
        (arena, windowBytes, groupCount) -> {
          RSRawDecoder decoder = new RSRawDecoder(new ErasureCoderOptions(K, R));
          ByteBuffer[][] inputs =
              groups(
                  groupCount,
                  i -> {
                    ByteBuffer[] members = new ByteBuffer[K + R];
                    ByteBuffer[] helpers = arena.inputsOf(i, K, windowBytes);
                    System.arraycopy(helpers, 0, members, lostCount, K);
                    return members;
                  });
          ByteBuffer[][] outputs =
              groups(groupCount, i -> arena.outputsOf(i, lostCount, windowBytes));
          return eachGroup(
              i -> decoder.decode(cleared(inputs[i]), lost, cleared(outputs[i])));
        });
  }

  /** Hadoop's coders move positions. */
  private static ByteBuffer[] cleared(ByteBuffer[] buffers) {
    for (ByteBuffer buffer : buffers) {
      if (buffer != null) {
        buffer.clear();
      }
    }
    return buffers;
  }

  private interface GroupOfBuffers {
    ByteBuffer[] of(int group);
  }

  private interface GroupWork {
    void run(int group) throws IOException;
  }

  private static ByteBuffer[][] groups(int groupCount, GroupOfBuffers buffers) {
    ByteBuffer[][] groups = new ByteBuffer[groupCount][];
    Arrays.setAll(groups, buffers::of);
    return groups;
  }

  private static Subject.Work eachGroup(GroupWork work) {
    return (first, count) -> {
      try {
        for (int i = first; i < first + count; i++) {
          work.run(i);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }
}
