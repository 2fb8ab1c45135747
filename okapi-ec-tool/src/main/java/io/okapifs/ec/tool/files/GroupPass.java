package io.okapifs.ec.tool.files;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.coder.CodingBuffers;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One pass over the sub-blocks of a group: windows of them are read, coded and written, so that
 * memory does not grow with files. Used once.
 */
final class GroupPass {
  /** Of all windows together, unless single granules are more. */
  static final int MEMORY_BYTES_MAX = 32 << 20;

  private final ErasureCode code;
  private final long subBlockBytes;
  private final Coder coder = new Coder(Kernels.best());
  private final Map<Integer, SubBlockSource> sources = new TreeMap<>();
  private final Map<Integer, SubBlockSink> sinks = new TreeMap<>();
  private final Map<Integer, ByteBuffer> windows = new TreeMap<>();
  private CodingProgram program;
  private int[] inputs = {};
  private int[] outputs = {};

  GroupPass(ErasureCode code, GroupShape shape) {
    this.code = code;
    this.subBlockBytes = shape.subBlockBytes();
  }

  /** The sub-block of this index comes from there. */
  void read(int index, SubBlockSource source) {
    sources.put(index, source);
  }

  /** The sub-block of this index goes there. */
  void write(int index, SubBlockSink sink) {
    sinks.put(index, sink);
  }

  /** Parities are computed from all data. */
  void encode() {
    int data = code.k() * code.alpha();
    program = coder.encodeProgram(code);
    inputs = IntStream.range(0, data).toArray();
    outputs = IntStream.range(data, code.n() * code.alpha()).toArray();
  }

  /** Lost members are computed from what the plan reads. */
  void rebuild(RepairPlan plan) {
    program = plan.program();
    inputs = readsOf(plan).stream().mapToInt(Integer::intValue).toArray();
    outputs =
        plan.lostMembers().stream()
            .flatMapToInt(m -> IntStream.range(m * code.alpha(), (m + 1) * code.alpha()))
            .toArray();
  }

  /** The indices of the sub-blocks that a plan reads. */
  static List<Integer> readsOf(RepairPlan plan) {
    return plan.runs().stream().flatMap(run -> indicesOf(run, plan.alpha())).toList();
  }

  private static Stream<Integer> indicesOf(SubBlockRun run, int alpha) {
    int first = run.member() * alpha;
    return IntStream.range(first + run.firstSubBlock(), first + run.endSubBlock()).boxed();
  }

  /** What {@link #run} counts towards the progress. */
  long workBytes() {
    return sources.size() * subBlockBytes;
  }

  /** Reads, computes and writes it all; without a program what is read is written as it is. */
  void run(int memoryBytesMax, Progress progress) throws IOException {
    int windowBytes = newWindows(memoryBytesMax);
    for (long done = 0; done < subBlockBytes; done += windowBytes) {
      int length = (int) Math.min(windowBytes, subBlockBytes - done);
      windows.values().forEach(window -> window.limit(length));
      for (Map.Entry<Integer, SubBlockSource> source : sources.entrySet()) {
        source.getValue().read(windows.get(source.getKey()));
        progress.add(length);
      }
      if (program != null) {
        coder.run(program, windowsOf(inputs), windowsOf(outputs));
      }
      for (Map.Entry<Integer, SubBlockSink> sink : sinks.entrySet()) {
        sink.getValue().write(windows.get(sink.getKey()));
      }
    }
  }

  private int newWindows(int memoryBytesMax) {
    TreeSet<Integer> indices = new TreeSet<>(sources.keySet());
    IntStream.of(outputs).forEach(indices::add);
    long granules = Math.max(1, memoryBytesMax / indices.size() / code.granuleBytes());
    int windowBytes = (int) Math.min(subBlockBytes, granules * code.granuleBytes());
    indices.forEach(index -> windows.put(index, CodingBuffers.allocate(windowBytes)));
    return windowBytes;
  }

  private ByteBuffer[] windowsOf(int[] indices) {
    return IntStream.of(indices).mapToObj(windows::get).toArray(ByteBuffer[]::new);
  }
}
