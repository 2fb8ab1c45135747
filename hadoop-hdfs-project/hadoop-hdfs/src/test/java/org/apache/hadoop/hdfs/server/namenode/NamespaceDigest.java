package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.namenode.journal.MergedBlocks;
import io.okapifs.hdfs.namenode.transition.FileTransitions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockIdManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.snapshot.FileDiff;

/**
 * What a NameNode must know of a namespace, line by line, in the words of a test: every inode with
 * header, quota and snapshots, every block group with its place, length, stamp and whether it is
 * final. Two NameNodes that agree on it agree on every byte of every file.
 */
public final class NamespaceDigest {

  private final FSNamesystem namesystem;
  private final BlockManager blocks;
  private final List<String> lines = new ArrayList<>();
  private final Set<BlockInfo> listed = new HashSet<>();
  private long open;

  private NamespaceDigest(FSNamesystem namesystem) {
    this.namesystem = namesystem;
    this.blocks = namesystem.getBlockManager();
  }

  /** A state of a NameNode: the last transaction in it, and what it knows. */
  public record At(long txId, List<String> lines) {}

  /** The state of a running NameNode. */
  public static At ofWriter(FSNamesystem namesystem) {
    namesystem.readLock();
    try {
      return new At(
          namesystem.getEditLog().getLastWrittenTxId(), new NamespaceDigest(namesystem).lines());
    } finally {
      namesystem.readUnlock("NamespaceDigest");
    }
  }

  /**
   * The state of a NameNode that only loads: usage is counted first and the stamp takes effect, as
   * before it becomes active, and its map must hold the listed block groups and no other.
   */
  static List<String> ofLoader(FSNamesystem namesystem) {
    namesystem.writeLock();
    try {
      namesystem.getFSDirectory().updateCountForQuota(1);
      namesystem.getBlockManager().getBlockIdManager().applyImpendingGenerationStamp();
      NamespaceDigest digest = new NamespaceDigest(namesystem);
      List<String> lines = digest.lines();
      digest.checkMap();
      return lines;
    } finally {
      namesystem.writeUnlock("NamespaceDigest");
    }
  }

  private void checkMap() {
    long inMap = blocks.getTotalBlocks();
    if (inMap != listed.size()) {
      throw new AssertionError("the map has " + inMap + " block groups, files list "
          + listed.size() + "\n" + String.join("\n", lines));
    }
    long complete = namesystem.getCompleteBlocksTotal();
    if (complete != listed.size() - open) {
      throw new AssertionError("safe mode would wait for " + complete + " block groups, complete "
          + "are " + (listed.size() - open) + "\n" + String.join("\n", lines));
    }
  }

  private List<String> lines() {
    BlockIdManager ids = blocks.getBlockIdManager();
    lines.add("stamp=" + ids.getGenerationStamp() + " id=" + ids.getLastAllocatedStripedBlockId());
    for (ErasureCodingPolicyInfo policy : namesystem.getErasureCodingPolicyManager()
        .getPolicies()) {
      if (policy.isEnabled()) {
        lines.add("policy " + policy.getPolicy().getName() + " " + policy.getPolicy().getId());
      }
    }
    lines.add("leases " + new TreeSet<>(namesystem.leaseManager.getINodeIdWithLeases()));
    inodes(namesystem).forEach(this::add);
    return lines;
  }

  /** All inodes in the order of their ids; the map of them has a million places to look at. */
  static Stream<INode> inodes(FSNamesystem namesystem) {
    FSDirectory directory = namesystem.getFSDirectory();
    return LongStream.rangeClosed(INodeId.ROOT_INODE_ID, directory.getLastInodeId())
        .mapToObj(directory::getInode)
        .filter(Objects::nonNull);
  }

  private void add(INode inode) {
    if (inode.isFile()) {
      addFile(inode.asFile());
    } else if (inode.isDirectory()) {
      DirectoryWithQuotaFeature quota = inode.asDirectory().getDirectoryWithQuotaFeature();
      XAttrFeature attributes = inode.getXAttrFeature();
      lines.add("directory " + inode.getId() + " " + inode.getFullPathName()
          + (quota == null ? "" : " " + quota)
          + (attributes == null ? "" : " " + attributes.getXAttrs()));
    }
  }

  private void addFile(INodeFile file) {
    lines.add("file " + file.getId() + " " + file.getFullPathName()
        + " header=" + Long.toHexString(file.getHeaderLong())
        + (file.isUnderConstruction()
            ? " writer=" + file.getFileUnderConstructionFeature().getClientName()
            : ""));
    if (file.isWithSnapshot()) {
      for (FileDiff diff : file.getDiffs()) {
        lines.add("  snapshot " + diff.getSnapshotId() + " bytes=" + diff.getFileSize());
      }
    }
    FileTransitions.of(file).ifPresent(step -> lines.add("  transition " + step));
    for (BlockInfo block : MergedBlocks.merge(file, file.getBlocks())) {
      addBlock(file, block);
    }
    ParityGroupsFeature.nextOf(file).ifPresent(next -> {
      lines.add("  next policy " + next.policyId());
      List.of(next.groups()).forEach(block -> addBlock(file, block));
    });
    ParityGroupsFeature.comingOf(file).ifPresent(coming -> {
      lines.add("  coming");
      List.of(coming).forEach(block -> addBlock(file, block));
    });
  }

  private void addBlock(INodeFile file, BlockInfo block) {
    if (blocks.getStoredBlock(block) != block || block.getBlockCollectionId() != file.getId()) {
      throw new AssertionError("not in the map: block=" + block + ", file=" + file.getId());
    }
    listed.add(block);
    boolean isOpen = !block.isCompleteOrCommitted();
    open += isOpen ? 1 : 0;
    lines.add((GroupIds.isParityGroup(block.getBlockId()) ? "  parity " : "  stripe ")
        + Long.toHexString(block.getBlockId()) + "_" + block.getGenerationStamp()
        + " " + block.getClass().getSimpleName() + (isOpen ? " open" : "")
        + " bytes=" + block.getNumBytes());
  }

  /** Whether the writer has committed a last stripe, whose length only the close journals. */
  public static boolean isAhead(FSNamesystem namesystem) {
    for (Long id : namesystem.leaseManager.getINodeIdWithLeases()) {
      INode inode = namesystem.getFSDirectory().getInode(id);
      BlockInfo last = inode == null ? null : inode.asFile().getLastBlock();
      if (last != null && last.isCompleteOrCommitted()) {
        return true;
      }
    }
    return false;
  }
}
