package io.okapifs.bench.own;

import io.okapifs.bench.driver.ChildLoop;
import io.okapifs.bench.driver.FakeDataNodes;
import io.okapifs.bench.driver.NamespaceDriver;
import io.okapifs.bench.driver.NamespaceWriter;
import io.okapifs.hdfs.namenode.transition.TransitionService;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto.ControlProto;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** A NameNode alone whose files wait for a transition; its DataNodes exist in their calls alone. */
public final class WaitingDriver {

  private static final String DIRECTORY = "/files";
  private static final long FILE_BYTES = 1 << 20;

  private MiniDFSCluster cluster;

  private WaitingDriver() {}

  public static void main(String[] args) throws Exception {
    WaitingDriver driver = new WaitingDriver();
    ChildLoop.serve(driver::handle, () -> driver.cluster);
  }

  private Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "fill" -> fill(Integer.parseInt(words[1]), words[2], words[3]);
      case "singly" -> used(() -> Transitions.beginSingly(fs(), DIRECTORY, words[1]));
      case "tree" -> used(() -> tree(words[1]));
      case "cancel" -> used(this::cancel);
      default -> throw new IllegalArgumentException("unknown command: " + words[0]);
    };
  }

  private DistributedFileSystem fs() throws Exception {
    return cluster.getFileSystem();
  }

  /** Number of files, their layout and the policy that they will be asked to have. */
  private Map<String, ?> fill(int files, String layout, String target) throws Exception {
    HdfsConfiguration conf = new HdfsConfiguration();
    // Nothing begins: a minute of the day that is over.
    conf.set(TransitionService.WINDOW_KEY, "00:00-00:01");
    cluster = NamespaceDriver.start(conf);
    NamespaceDriver.policy(cluster.getNameNodeRpc(), layout);
    NamespaceDriver.policy(cluster.getNameNodeRpc(), target);
    fs().enableErasureCodingPolicy(target);
    new NamespaceWriter(
            cluster.getNameNodeRpc(), new FakeDataNodes(cluster.getNameNodeRpc(), 20), layout,
            FILE_BYTES)
        .write(DIRECTORY, files, FILE_BYTES);
    return Map.of("usedBytes", NamespaceDriver.usedHeap());
  }

  private interface Step {
    void run() throws Exception;
  }

  /** What is in use behind a step, after a collection. */
  private static Map<String, ?> used(Step step) throws Exception {
    step.run();
    return Map.of("usedBytes", NamespaceDriver.usedHeap());
  }

  private void tree(String policy) throws Exception {
    try (TransitionClient client = new TransitionClient(fs())) {
      long id =
          client.beginTree(
              new Path(DIRECTORY), TransitionGoal.of(policy, TransitionRecord.NORMAL), 0);
      Polling.await(
          "files of the tree", () -> client.tree(id).orElseThrow().getUnderWay() > 0);
    }
  }

  private void cancel() throws Exception {
    try (TransitionClient client = new TransitionClient(fs())) {
      client.control(List.of(new Path(DIRECTORY)), ControlProto.CANCEL);
      for (TransitionStatus each : client.status(new Path(DIRECTORY))) {
        client.cancel(new Path(each.path()));
      }
    }
  }
}
