package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.RackShare;
import io.okapifs.hdfs.tools.FileLayoutReport.Member;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the members of a group that have a node lie over nodes and racks.
 *
 * @param placedMembers members that have a node
 * @param membersOnSharedNodes how many more they are than their nodes; 0 where each has its own
 * @param racks racks that they lie on
 * @param mostOnOneRack members on the fullest of these
 */
public record GroupNodes(
    int placedMembers, int membersOnSharedNodes, int racks, int mostOnOneRack) {

  /**
   * @param rackByNode rack of every node that a member has
   */
  static GroupNodes of(List<Member> members, Map<String, String> rackByNode) {
    Map<String, Integer> nodes = new HashMap<>();
    Map<String, Integer> racks = new HashMap<>();
    for (Member member : members) {
      if (!member.nodes().isEmpty()) {
        String node = member.nodes().get(0);
        nodes.merge(node, 1, Integer::sum);
        racks.merge(rackByNode.get(node), 1, Integer::sum);
      }
    }
    int placed = nodes.values().stream().mapToInt(Integer::intValue).sum();
    int most = racks.isEmpty() ? 0 : Collections.max(racks.values());
    return new GroupNodes(placed, placed - nodes.size(), racks.size(), most);
  }

  /** Whether a rack has more members than it must where so many racks are known. */
  boolean isUneven(int knownRacks) {
    return placedMembers > 0 && mostOnOneRack > RackShare.of(placedMembers, knownRacks);
  }
}
