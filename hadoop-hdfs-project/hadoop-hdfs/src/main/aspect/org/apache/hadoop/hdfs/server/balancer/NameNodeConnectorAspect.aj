package org.apache.hadoop.hdfs.server.balancer;

import io.okapifs.hdfs.balancer.GroupMoves;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations;

/**
 * Why: HDFS's list of a node's blocks has no place for the relatives of a block of a group.
 * Ladder: a class that upstream constructs itself.
 * Gone when: HDFS's balancer asks where a block may lie.
 */
aspect NameNodeConnectorAspect {

  declare parents : NameNodeConnector implements GroupMoves.Held;

  private final GroupMoves NameNodeConnector.okapiGroupMoves = new GroupMoves();

  public GroupMoves NameNodeConnector.okapiMoves() {
    return okapiGroupMoves;
  }

  // placement: our balancer gets blocks of groups
  pointcut list(NameNodeConnector nameNode, DatanodeInfo node, long bytes, long minBytes) :
      execution(public BlocksWithLocations NameNodeConnector.getBlocks(DatanodeInfo, long, long))
      && this(nameNode)
      && args(node, bytes, minBytes);

  BlocksWithLocations around(
      NameNodeConnector nameNode, DatanodeInfo node, long bytes, long minBytes)
      throws IOException : list(nameNode, node, bytes, minBytes) {
    return GroupMoves.list(
        nameNode, node, bytes, minBytes, proceed(nameNode, node, bytes, minBytes));
  }
}
