package io.okapifs.hdfs.write;

import io.okapifs.ec.code.MemberSets;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupTolerance;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;

/**
 * Notices that members of a parity group share nodes, so that it survives the loss of fewer nodes
 * than blocks. Said once for a file. Used under the lock of the output stream.
 */
public final class SharedNodes {

  private final FileLayout layout;

  /** Of data blocks of groups that have no parity yet. */
  private final TreeMap<Long, DatanodeInfo> dataNodes = new TreeMap<>();

  private boolean isTold;

  public SharedNodes(FileLayout layout) {
    this.layout = layout;
  }

  public void dataStripe(long stripe, LocatedStripedBlock located) {
    byte[] indices = located.getBlockIndices();
    for (int i = 0; i < indices.length; i++) {
      dataNodes.put(stripe * layout.stripeWidth() + indices[i], located.getLocations()[i]);
    }
  }

  /**
   * Takes the parity of a group, all of whose data has its nodes.
   *
   * @return what the group survives, where that is worth a line
   */
  public Optional<GroupTolerance> parityGroup(long group, LocatedStripedBlock located) {
    int k = layout.policy().k();
    List<List<DatanodeInfo>> members = new ArrayList<>();
    for (int member = 0; member < k; member++) {
      DatanodeInfo node = dataNodes.get(group * k + member);
      members.add(node == null ? List.of() : List.of(node));
    }
    dataNodes.headMap((group + 1) * k).clear();
    for (DatanodeInfo node : located.getLocations()) {
      members.add(List.of(node));
    }
    return isTold || !isShared(members) ? Optional.empty() : judge(members);
  }

  private static boolean isShared(List<List<DatanodeInfo>> members) {
    HashSet<DatanodeInfo> seen = new HashSet<>();
    return members.stream().flatMap(List::stream).anyMatch(node -> !seen.add(node));
  }

  private Optional<GroupTolerance> judge(List<List<DatanodeInfo>> members) {
    GroupTolerance tolerance =
        GroupTolerance.of(
            layout.policy().code(), MemberSets.others(new BitSet(), layout.policy().n()), members,
            DatanodeInfo::getNetworkLocation);
    isTold = tolerance.nodes() < tolerance.blocks();
    return isTold ? Optional.of(tolerance) : Optional.empty();
  }
}
