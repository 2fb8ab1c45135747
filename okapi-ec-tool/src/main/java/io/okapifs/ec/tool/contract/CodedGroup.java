package io.okapifs.ec.tool.contract;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernel;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A group of random data with its parities. */
final class CodedGroup {
  /** Of a sub-block; not a multiple of what kernels work in, where granules allow it. */
  private static final int BYTES = 67;

  private final ErasureCode code;
  private final Coder coder;
  private final int subBlockBytes;
  private final ByteBuffer[] subBlocks;

  CodedGroup(ErasureCode code, Kernel kernel, long seed) {
    this.code = code;
    this.coder = new Coder(kernel);
    this.subBlockBytes = code.granuleBytes() == 1 ? BYTES : code.granuleBytes();
    this.subBlocks = newBuffers(code.n() * code.alpha());
    Random random = new Random(seed);
    for (int i = 0; i < code.k() * code.alpha(); i++) {
      byte[] bytes = new byte[subBlockBytes];
      random.nextBytes(bytes);
      subBlocks[i].put(0, bytes);
    }
    coder.run(code.encode(), data(), parities());
  }

  ByteBuffer[] newBuffers(int count) {
    ByteBuffer[] buffers = new ByteBuffer[count];
    Arrays.setAll(buffers, i -> ByteBuffer.allocateDirect(subBlockBytes));
    return buffers;
  }

  Coder coder() {
    return coder;
  }

  ByteBuffer subBlock(int member, int subBlock) {
    return subBlocks[member * code.alpha() + subBlock];
  }

  ByteBuffer[] data() {
    return Arrays.copyOf(subBlocks, code.k() * code.alpha());
  }

  ByteBuffer[] parities() {
    return Arrays.copyOfRange(subBlocks, code.k() * code.alpha(), subBlocks.length);
  }

  /** Whether a plan gives the lost members, from the sub-blocks that it names and from no other. */
  boolean isRebuiltBy(RepairPlan plan) {
    List<ByteBuffer> inputs = new ArrayList<>();
    for (SubBlockRun run : plan.runs()) {
      for (int s = run.firstSubBlock(); s < run.endSubBlock(); s++) {
        inputs.add(subBlock(run.member(), s));
      }
    }
    ByteBuffer[] rebuilt = newBuffers(plan.lostMembers().size() * code.alpha());
    coder.run(plan.program(), inputs.toArray(ByteBuffer[]::new), rebuilt);
    ByteBuffer[] lost =
        plan.lostMembers().stream()
            .flatMap(member -> Arrays.stream(
                subBlocks, member * code.alpha(), (member + 1) * code.alpha()))
            .toArray(ByteBuffer[]::new);
    return Arrays.equals(rebuilt, lost);
  }
}
