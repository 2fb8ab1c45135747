package io.okapifs.hdfs.namenode.file;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.hdfs.server.namenode.ParityGroupsFeature;

/** Which nodes have blocks of files that are being written: of stripes, and of groups of parity. */
public final class OpenFiles {

  private OpenFiles() {}

  /**
   * By the UUID of a node, the files that have a block there which is not complete. New parity of a
   * transition is none of theirs. Under the namesystem's lock.
   *
   * @param others whether files without a stripe width are looked at as well
   */
  public static Map<String, Set<Long>> byNode(FSNamesystem namesystem, boolean others) {
    Map<String, Set<Long>> found = new HashMap<>();
    for (Long inodeId : NamespaceWindow.openFiles(namesystem)) {
      INode inode = namesystem.getFSDirectory().getInode(inodeId);
      if (inode == null || !inode.isFile() || !inode.asFile().isUnderConstruction()) {
        continue;
      }
      INodeFile file = inode.asFile();
      if (DecoupledFile.isDecoupled(file)) {
        addAll(found, file, file.getBlocks());
        addAll(found, file, ParityGroupsFeature.groupsOf(file));
      } else if (others) {
        addAll(found, file, file.getBlocks());
      }
    }
    return found;
  }

  private static void addAll(Map<String, Set<Long>> found, INodeFile file, BlockInfo[] blocks) {
    for (BlockInfo block : blocks) {
      BlockUnderConstructionFeature writing = block.getUnderConstructionFeature();
      if (block.isComplete() || writing == null) {
        continue;
      }
      for (DatanodeStorageInfo storage : writing.getExpectedStorageLocations()) {
        found.computeIfAbsent(
                storage.getDatanodeDescriptor().getDatanodeUuid(), uuid -> new HashSet<>())
            .add(file.getId());
      }
    }
  }
}
