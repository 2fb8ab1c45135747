package io.okapifs.ec.coder;

import io.okapifs.ec.EcException;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Encodes and repairs whole blocks with one code. A block is the bytes [position, limit) of a
 * direct buffer; all blocks of a call are equally long, a multiple of {@link #unitBytes()}.
 * Positions and limits stay as they are. Any thread may call it. Blocks that do not fit are refused
 * with {@link EcException} before a byte is written.
 */
public final class BlockCoder {
  private final ErasureCode code;
  private final Coder coder;

  /**
   * Runs the code's programs with that coder.
   *
   * @param code whose members the blocks are
   * @param coder may be shared with others
   */
  public BlockCoder(ErasureCode code, Coder coder) {
    this.code = code;
    this.coder = coder;
  }

  /** What the length of a block must be a multiple of: alpha granules. */
  public int unitBytes() {
    return code.alpha() * code.granuleBytes();
  }

  /**
   * Computes the r parities of k data blocks; a null data block stands for zeros.
   *
   * @param data k blocks in member order; none is written
   * @param parities r blocks in member order, whatever they hold
   */
  public void encode(ByteBuffer[] data, ByteBuffer[] parities) {
    checkCount("data", data, code.k());
    checkCount("parities", parities, code.r());
    coder.run(coder.encodeProgram(code), subBlocks(data), subBlocks(parities));
  }

  /**
   * Rebuilds the lost members of a plan of this code.
   *
   * @param plan may also be one that was parsed
   * @param members the blocks of all n members; the plan reads those that its runs name and writes
   *     the lost ones, the others may be null. A helper that is null stands for zeros
   */
  public void repair(RepairPlan plan, ByteBuffer[] members) {
    checkCount("members", members, code.n());
    ByteBuffer[] all = subBlocks(members);
    List<ByteBuffer> inputs = new ArrayList<>();
    for (SubBlockRun run : plan.runs()) {
      int first = run.member() * code.alpha();
      inputs.addAll(
          Arrays.asList(all).subList(first + run.firstSubBlock(), first + run.endSubBlock()));
    }
    ByteBuffer[] outputs =
        plan.lostMembers().stream()
            .flatMap(m -> Arrays.stream(all, m * code.alpha(), (m + 1) * code.alpha()))
            .toArray(ByteBuffer[]::new);
    coder.run(plan.program(), inputs.toArray(ByteBuffer[]::new), outputs);
  }

  private void checkCount(String kind, ByteBuffer[] blocks, int expected) {
    if (blocks.length != expected) {
      throw new EcException(
          "wrong number of blocks: code=" + code.name() + ", kind=" + kind + ", count="
              + blocks.length + ", expected=" + expected);
    }
  }

  private ByteBuffer[] subBlocks(ByteBuffer[] blocks) {
    return Arrays.stream(blocks).flatMap(this::subBlocks).toArray(ByteBuffer[]::new);
  }

  private Stream<ByteBuffer> subBlocks(ByteBuffer block) {
    if (block == null) {
      return Arrays.stream(new ByteBuffer[code.alpha()]);
    }
    if (block.remaining() % unitBytes() != 0) {
      throw new EcException(
          "length does not divide into sub-blocks: code=" + code.name() + ", remaining="
              + block.remaining() + ", alpha=" + code.alpha() + ", granuleBytes="
              + code.granuleBytes());
    }
    int length = block.remaining() / code.alpha();
    return Stream.iterate(block.position(), start -> start + length)
        .limit(code.alpha())
        .map(start -> block.slice(start, length));
  }
}
