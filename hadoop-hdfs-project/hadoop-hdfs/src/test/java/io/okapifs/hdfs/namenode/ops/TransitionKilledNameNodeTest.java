package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;

/** The process of a NameNode is killed in a transition, which goes on with the next one. */
class TransitionKilledNameNodeTest extends KilledNameNodeCases {

  /** Around its first step, between that and its last one, and when it is seen to have ended. */
  @Test
  void aTransitionGoesOnBehindKills() throws Exception {
    ErasureCodingPolicy wider = new ErasureCodingPolicy(new ECSchema("rs", 4, R), CELL);
    fs.addErasureCodingPolicies(new ErasureCodingPolicy[] {wider});
    fs.enableErasureCodingPolicy(wider.getName());
    Path file = new Path(directory(2), "transition-" + SEED);
    byte[] bytes = BlockFileCluster.bytes(7 * BLOCK + 5, SEED);
    try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK)) {
      out.write(bytes);
    }
    check(Map.of(file, bytes));
    TransitionClient transitions = new TransitionClient(fs);
    BlockFileCluster.failRepairs();
    try {
      transitions.begin(file, wider.getName(), TransitionRecord.NORMAL);
      kill();
      BlockFileCluster.await(
          "start",
          () ->
              transitions.status(file).stream().anyMatch(each -> each.step() == Step.STARTED));
      kill();
    } finally {
      BlockFileCluster.allowRepairs();
    }
    BlockFileCluster.await("end", () -> transitions.status(file).isEmpty());
    kill();
    // What was seen may not have been durable yet; then it is done once more.
    BlockFileCluster.await("end", () -> transitions.status(file).isEmpty());
    assertThat(policyOf(file)).isEqualTo(wider.getName());
    try (FSDataInputStream in = fs.open(file)) {
      assertThat(in.readAllBytes()).isEqualTo(bytes);
    }
    // It knows of no block before that is reported.
    BlockFileCluster.await(
        "all members compared",
        () -> EcRun.run(conf, "-verify", "-path", file.toString()).exitCode() == 0);
  }

  private String policyOf(Path file) throws IOException {
    return StripeView.of(fs.getClient().getFileInfo(file.toString()).getErasureCodingPolicy())
        .group().name();
  }
}
