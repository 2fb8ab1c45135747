package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.server.blockmanagement.GroupSafety;

/** Whether disks hold what a namespace, which knows no nodes, says of its files. */
public final class GroupsOnDisk {

  private GroupsOnDisk() {}

  /**
   * Of the groups that the striped files have, whatever they will have: members on no disk, and
   * nodes whose loss would cost a group several members.
   *
   * @param disks the nodes that have a finalized replica, by the block's id
   */
  public static List<String> violations(FSNamesystem namesystem, Map<Long, Set<String>> disks) {
    List<String> violations = new ArrayList<>();
    files(namesystem).forEach((path, file) -> {
      FileLayout layout = file.layout();
      for (long group = 0; group < layout.groupCount(file.length()); group++) {
        Map<Long, Set<String>> holders = new TreeMap<>();
        members(file, group).forEach(id -> holders.put(id, disks.getOrDefault(id, Set.of())));
        violations.addAll(
            GroupSafety.violations(
                "group " + group + " of " + path + " under " + layout.policy().name(), holders));
      }
    });
    return violations;
  }

  private static List<Long> members(DecoupledFile file, long group) {
    FileLayout layout = file.layout();
    List<Long> ids = new ArrayList<>();
    for (int member = 0; member < layout.dataMembers(group, file.length()); member++) {
      long block = group * file.k() + member;
      ids.add(
          file.stripes()[(int) layout.stripeOf(block)].getBlockId() + layout.indexInStripe(block));
    }
    for (int parity = 0; parity < file.r(); parity++) {
      ids.add(
          file.isAdoption()
              ? file.stripes()[(int) group].getBlockId() + file.k() + parity
              : file.parityGroups()[(int) group].getBlockId() + parity);
    }
    return ids;
  }

  /** Policies of the striped files by path; those of a change follow an arrow. */
  public static Map<String, String> policies(FSNamesystem namesystem) {
    Map<String, String> policies = new TreeMap<>();
    files(namesystem).forEach((path, file) -> {
      policies.put(
          path,
          file.layout().policy().name()
              + (file.isAdoption() ? " coupled" : "")
              + DecoupledFile.next(file.inode())
                  .map(next -> " -> " + next.layout().policy().name())
                  .orElse("")
              + (DecoupledFile.coming(file.inode()).isPresent() ? " -> coupled" : ""));
    });
    return policies;
  }

  private static Map<String, DecoupledFile> files(FSNamesystem namesystem) {
    Map<String, DecoupledFile> files = new TreeMap<>();
    NamespaceDigest.inodes(namesystem).forEach(inode -> {
      if (inode instanceof INodeFile file && file.isStriped()) {
        files.put(file.getFullPathName(), DecoupledFile.changeable(file));
      }
    });
    return files;
  }
}
