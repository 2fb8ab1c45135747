package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;

/** A file whose last step is judged, and what may become of its nodes. */
abstract class CommitProofCases {

  final PaperFile file = new PaperFile(2, 3);

  final String refusal() {
    return CommitProof.refusal(file.blocks, file.inode());
  }

  /** What may have become of a node whose replicas prove nothing then. */
  private static List<Consumer<DatanodeDescriptor>> doubts() {
    return List.of(
        node -> PaperFile.storage(node).setBlockContentsStale(true),
        node -> PaperFile.setFailed(node, true),
        node -> node.setAlive(false),
        DatanodeDescriptor::setInMaintenance);
  }

  static void restore(DatanodeDescriptor node) {
    PaperFile.storage(node).setBlockContentsStale(false);
    PaperFile.setFailed(node, false);
    node.setAlive(true);
    node.stopMaintenance();
    node.stopDecommission();
  }

  final void assertDoubted(DatanodeDescriptor node) {
    for (Consumer<DatanodeDescriptor> doubt : doubts()) {
      doubt.accept(node);
      assertThat(refusal()).contains("no node that stays");
      restore(node);
      assertThat(refusal()).isNull();
    }
  }
}
