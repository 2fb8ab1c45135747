package io.okapifs.hdfs.namenode.ops;

/** Management view of decoupled files: Hadoop:service=NameNode,name=DecoupledState. */
public interface DecoupledStateMBean {

  /**
   * Parity groups of closed files of which no replica is known: their data blocks have no
   * protection until the parity is encoded. Counted anew at every call.
   */
  long getUnprotectedGroups();

  /**
   * Parity groups whose members contradict each other although their checksums are right, where
   * which one is wrong cannot be told. They are not repaired; the NameNode's log names them.
   */
  long getContradictoryGroups();

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

  /** Requests for trees that have not ended; 0 of a NameNode that is not active. */
  long getTreeTransitions();

  /** Rules that are set; 0 of a NameNode that is not active. */
  long getRules();

  /** Files that rules have queued since the NameNode started. */
  long getRuleFilesBegunSinceStart();

  /** Files that rules have changed since the NameNode started. */
  long getRuleFilesDoneSinceStart();

  /** Files of rules whose transition failed or was cancelled since the NameNode started. */
  long getRuleFilesGivenUpSinceStart();

  /** Files whose transition has begun and not ended, those that are paused included. */
  long getTransitionsBegun();

  /**
   * Files in transition whose last look failed. Each is looked at again every minute; the list of
   * transitions tells why.
   */
  long getTransitionsSetAside();

  /**
   * Files of which image or journal said what cannot be, and that the NameNode started in spite of;
   * its log names them. Only the superuser may read them.
   */
  long getQuarantinedFiles();

  /** Blocks that DataNodes were asked to move because of what a file in transition will have. */
  long getMovesForTransitionsSinceStart();

  /**
   * Blocks that were rebuilt in a place which was worse than that of a bad replica that was just
   * being deleted, and then moved there.
   */
  long getSecondMovesSinceStart();

  /**
   * Blocks that somebody, such as a balancer or a mover, moved to where they were worse for their
   * groups; the copy was deleted and the block stayed where it was.
   */
  long getMovesUndoneSinceStart();

  /**
   * Block groups, of HDFS's own layout as well, that missed blocks and were in no queue when the
   * slow look at all of them met them; they are queued then. Not 0: a bug, which the NameNode's log
   * names the block groups of.
   */
  long getGroupsFoundUnqueued();

  /** No group that can be compared was compared longer ago, in seconds; 0 before the first pass. */
  long getScrubOldestSeconds();

  /** Groups whose members contradict each other, by the running pass and the last one. */
  long getScrubWrongGroups();

  /** Groups that the last pass could not compare. */
  long getScrubLeftOutGroups();
}
