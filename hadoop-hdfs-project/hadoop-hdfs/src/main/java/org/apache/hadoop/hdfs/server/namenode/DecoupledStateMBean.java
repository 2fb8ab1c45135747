package org.apache.hadoop.hdfs.server.namenode;

/** Management view of decoupled files: Hadoop:service=NameNode,name=DecoupledState. */
public interface DecoupledStateMBean {

  /**
   * Parity groups of closed files of which no replica is known: their data blocks have no
   * protection until the parity is encoded. Counted anew at every call.
   */
  long getUnprotectedGroups();

  /**
   * Members of parity groups that this NameNode gave a node which had a member of their group
   * already, because there were too few nodes. Members that share their nodes since before this
   * NameNode started show in `hdfs ec -layout` only. A repair counts when it is scheduled.
   */
  long getMembersPlacedOnSharedNodesSinceStart();

  /**
   * What DataNodes have counted of repairs: a JSON object by policy, of objects by counter, named
   * as in the DataNodes' metrics. Each DataNode tells it behind each repair.
   */
  String getGroupRepairs();

  /** Parity groups that got their first two members on one node that way. */
  long getGroupsPlacedOnSharedNodesSinceStart();

  /** Files whose transition waits for its turn; those that are paused do not count. */
  long getTransitionsWaiting();

  /** Files whose transition has begun and not ended, those that are paused included. */
  long getTransitionsBegun();

  /** Blocks that DataNodes were asked to move because of what a file in transition will have. */
  long getMovesForTransitionsSinceStart();
}
