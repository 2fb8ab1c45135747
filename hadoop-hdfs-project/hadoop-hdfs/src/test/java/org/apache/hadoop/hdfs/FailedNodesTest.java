package org.apache.hadoop.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.Test;

/** Which nodes a writer keeps away from. */
class FailedNodesTest {

  private final DatanodeInfo node = DFSTestUtil.getLocalDatanodeInfo();

  private DatanodeInfo[] afterFailure(long expiryMillis) {
    FailedNodes nodes = new FailedNodes(expiryMillis);
    nodes.add(node);
    return nodes.current();
  }

  @Test
  void aNodeThatFailedIsKeptAwayFromForSomeTime() {
    assertThat(afterFailure(3_600_000)).containsExactly(node);
    assertThat(afterFailure(-1)).as("its time is over").isEmpty();
  }

  @Test
  void nobodyIsNoNode() {
    FailedNodes nodes = new FailedNodes(3_600_000);
    nodes.add(null);
    assertThat(nodes.current()).isEmpty();
  }
}
