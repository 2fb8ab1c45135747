package io.okapifs.hdfs.namenode.ops;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;

/**
 * The blocks of a decoupled file for the file system check: its data stripes, which are counted as
 * the file's blocks, and behind them its parity groups, each with its number in its name.
 */
final class FsckBlocks extends LocatedBlocks {

  private final int stripes;

  FsckBlocks(LocatedBlocks stripes, List<LocatedBlock> parity) {
    super(
        stripes.getFileLength(), false, withParity(stripes.getLocatedBlocks(), parity),
        stripes.getLastLocatedBlock(), stripes.isLastBlockComplete(),
        stripes.getFileEncryptionInfo(), stripes.getErasureCodingPolicy());
    this.stripes = stripes.getLocatedBlocks().size();
  }

  private static List<LocatedBlock> withParity(
      List<LocatedBlock> stripes, List<LocatedBlock> parity) {
    List<LocatedBlock> all = new ArrayList<>(stripes);
    for (int group = 0; group < parity.size(); group++) {
      all.add(named(group, (LocatedStripedBlock) parity.get(group)));
    }
    return all;
  }

  private static LocatedBlock named(int group, LocatedStripedBlock parity) {
    return new LocatedStripedBlock(
        new ParityOfGroup(group, parity.getBlock()), parity.getLocations(), parity.getStorageIDs(),
        parity.getStorageTypes(), parity.getBlockIndices(), parity.getStartOffset(),
        parity.isCorrupt(), parity.getCachedLocations());
  }

  @Override
  public int locatedBlockCount() {
    return stripes;
  }

  /** How many parity groups are behind the data stripes. */
  int parityGroups() {
    return getLocatedBlocks().size() - stripes;
  }

  private static final class ParityOfGroup extends ExtendedBlock {

    private final int group;

    ParityOfGroup(int group, ExtendedBlock parity) {
      super(parity);
      this.group = group;
    }

    @Override
    public String toString() {
      return "parity of group " + group + " " + super.toString();
    }
  }
}
