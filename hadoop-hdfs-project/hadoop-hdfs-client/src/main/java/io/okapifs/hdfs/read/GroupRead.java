package io.okapifs.hdfs.read;

import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.PartialRepair;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlock;
import java.util.List;

/**
 * One decoding: the same range of several sub-blocks of members of a group.
 *
 * <pre>
 *   a block, alpha = 4    [ 0 ........ )[ u ........ )[ 2u ....... )[ 3u ....... P )
 *   window a..b of it         [a..b)        [a..b)        [a..b)        [a..b)
 * </pre>
 *
 * @param group the group
 * @param subBlockBytes u; 0 with one sub-block per block
 * @param window offsets inside every sub-block
 * @param reads the program's inputs
 * @param rebuilt the program's outputs
 * @param program from the ones to the others
 */
public record GroupRead(
    long group, long subBlockBytes, ByteRange window, List<SubBlock> reads,
    List<SubBlock> rebuilt, CodingProgram program) {

  /** Of a code with one sub-block per block, where blocks share their offsets. */
  static GroupRead ofBlocks(long group, ByteRange window, RepairPlan plan) {
    return new GroupRead(
        group, 0, window, whole(plan.helpers()), whole(plan.lostMembers()), plan.program());
  }

  /** Of any code. */
  static GroupRead ofSubBlocks(
      long group, long subBlockBytes, ByteRange window, PartialRepair repair) {
    return new GroupRead(
        group, subBlockBytes, window, repair.reads(), repair.rebuilt(), repair.program());
  }

  private static List<SubBlock> whole(List<Integer> members) {
    return members.stream().map(member -> new SubBlock(member, 0)).toList();
  }

  /** The bytes of a member's block that the window is in one of its sub-blocks. */
  ByteRange rangeIn(SubBlock subBlock) {
    long start = subBlock.index() * subBlockBytes;
    return new ByteRange(start + window.from(), start + window.to());
  }
}
