package org.apache.hadoop.hdfs.server.namenode;

/** Management view of decoupled files: Hadoop:service=NameNode,name=DecoupledState. */
public interface DecoupledStateMBean {

  /**
   * Parity groups of closed files of which no replica is known: their data blocks have no
   * protection until the parity is encoded. Counted anew at every call.
   */
  long getUnprotectedGroups();
}
