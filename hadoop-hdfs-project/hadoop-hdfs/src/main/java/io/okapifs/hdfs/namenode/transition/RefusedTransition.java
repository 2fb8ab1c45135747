package io.okapifs.hdfs.namenode.transition;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;

/** Why a file cannot change its policy. */
final class RefusedTransition extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  private final String why;
  private final boolean ofCluster;

  private RefusedTransition(INodesInPath path, String why, boolean ofCluster) {
    super("Cannot change the policy of a file: path=" + path.getPath() + ": " + why);
    this.why = why;
    this.ofCluster = ofCluster;
  }

  static RefusedTransition ofFile(INodesInPath path, String why) {
    return new RefusedTransition(path, why, false);
  }

  /** For what may be otherwise soon: a node comes back, an upgrade ends. */
  static RefusedTransition ofCluster(INodesInPath path, String why) {
    return new RefusedTransition(path, why, true);
  }

  /** What clients are told: of a kind that HDFS notes in one line of its log. */
  HadoopIllegalArgumentException toClient() {
    return new HadoopIllegalArgumentException(getMessage());
  }

  /** The same without the path. */
  String why() {
    return why;
  }

  boolean isOfCluster() {
    return ofCluster;
  }
}
