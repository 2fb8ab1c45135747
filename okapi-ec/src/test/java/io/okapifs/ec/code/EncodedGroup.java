package io.okapifs.ec.code;

import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.ReferenceKernel;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A parity group with random data, encoded by the code's own encode program on the reference
 * kernel.
 */
final class EncodedGroup {
  private final ErasureCode code;
  private final Coder coder = new Coder(new ReferenceKernel());
  private final int subBlockBytes;
  private final ByteBuffer[] subBlocks;

  EncodedGroup(ErasureCode code, int subBlockBytes, Random random) {
    this.code = code;
    this.subBlockBytes = subBlockBytes;
    this.subBlocks = newBuffers(code.n() * code.alpha());
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

  /**
   * The lost sub-blocks as the plan rebuilds them from exactly the runs it names, and nothing else.
   */
  ByteBuffer[] rebuild(RepairPlan plan) {
    List<ByteBuffer> inputs = new ArrayList<>();
    for (SubBlockRun run : plan.runs()) {
      for (int s = run.firstSubBlock(); s < run.endSubBlock(); s++) {
        inputs.add(subBlock(run.member(), s));
      }
    }
    ByteBuffer[] outputs = newBuffers(plan.lostMembers().size() * code.alpha());
    coder.run(plan.program(), inputs.toArray(ByteBuffer[]::new), outputs);
    return outputs;
  }

  /** What {@link #rebuild} must give. */
  ByteBuffer[] expected(RepairPlan plan) {
    return plan.lostMembers().stream()
        .flatMap(
            member ->
                Arrays.stream(
                    subBlocks, member * code.alpha(), (member + 1) * code.alpha()))
        .toArray(ByteBuffer[]::new);
  }
}
