package io.okapifs.bench.own;

import io.okapifs.bench.driver.ChildLoop;
import io.okapifs.bench.driver.ClusterDriver;
import io.okapifs.hdfs.datanode.repair.RepairCount;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto.ControlProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.tools.ECAdmin;
import org.apache.hadoop.util.ToolRunner;

/**
 * A cluster in which files get another policy; its other commands are those of {@link
 * ClusterDriver}.
 */
public final class TransitionDriver {

  private static final long ALL_SECONDS_MAX = 7200;
  private static final long ALL_POLL_MILLIS = 1000;

  private final ClusterDriver clusters = new ClusterDriver();

  private TransitionDriver() {}

  public static void main(String[] args) throws Exception {
    TransitionDriver driver = new TransitionDriver();
    ChildLoop.serve(driver::handle, driver.clusters::cluster);
  }

  private Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "transition" -> transition(new Path(words[1]), words[2]);
      case "transition-tree" -> timed(() -> Transitions.begin(fs(), words[1], words[2]));
      case "transition-singly" -> timed(() -> Transitions.beginSingly(fs(), words[1], words[2]));
      case "live" -> {
        clusters.cluster().getNameNode()
            .reconfigureProperty(words[1], words.length > 2 ? words[2] : null);
        yield Map.of();
      }
      case "await-transitions" -> {
        // The list of all is work for the NameNode: seldom.
        TransitionClient client = new TransitionClient(fs());
        Polling.await(
            "end of all transitions", ALL_SECONDS_MAX, ALL_POLL_MILLIS,
            () -> Transitions.areDone(client, new Path("/")));
        yield Map.of("givenUp", client.givenUp(new Path("/")).size());
      }
      case "cancel-transitions" -> {
        TransitionClient client = new TransitionClient(fs());
        // Cancelling a request cancels the files that are under way as well.
        List<TransitionStatus> left = client.status(new Path("/"));
        for (TreeTransitionStatusProto tree : client.trees(new Path("/"))) {
          client.control(new Path(tree.getPath()), ControlProto.CANCEL);
        }
        for (TransitionStatus each : left) {
          client.cancel(new Path(each.path()));
        }
        yield Map.of("files", left.size());
      }
      case "verify-parity" -> verify(words[1]);
      default -> clusters.handle(words);
    };
  }

  private DistributedFileSystem fs() throws IOException {
    return clusters.cluster().getFileSystem();
  }

  private Map<String, ?> transition(Path file, String policy) throws Exception {
    Map<String, Replica> before = dataBlocks(file);
    final long remoteBefore = remoteRepairBytes(policy);
    long start = System.nanoTime();
    Transitions.file(fs(), file, policy);
    final long nanos = System.nanoTime() - start;
    clusters.handle(new String[] {"settle"});
    Map<String, Replica> after = dataBlocks(file);
    long moved = 0;
    long rewritten = 0;
    for (Map.Entry<String, Replica> block : after.entrySet()) {
      Replica old = before.get(block.getKey());
      long bytes = block.getValue().bytes();
      rewritten += old == null || old.bytes() != bytes ? bytes : 0;
      moved += old != null && !old.node().equals(block.getValue().node()) ? bytes : 0;
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("nanos", nanos);
    answer.put("movedBytes", moved);
    answer.put("newDataBytes", rewritten);
    answer.put("networkBytes", moved + remoteRepairBytes(policy) - remoteBefore);
    return answer;
  }

  /** What DataNodes read of others and sent to others to encode groups of a policy. */
  private long remoteRepairBytes(String policy) {
    Map<RepairCount, Long> counts = RepairCounts.of(clusters.cluster(), policy);
    return counts.get(RepairCount.REMOTE_BYTES_READ)
        + counts.get(RepairCount.REMOTE_BYTES_REBUILT);
  }

  /** Where a data block lies. */
  private record Replica(String node, long bytes) {}

  /** By id and generation stamp. */
  private Map<String, Replica> dataBlocks(Path file) throws IOException {
    HdfsFileStatus status = fs().getClient().getFileInfo(file.toString());
    FileLayout layout =
        StripeView.of(status.getErasureCodingPolicy()).layout(status.getBlockSize());
    Map<String, Replica> blocks = new LinkedHashMap<>();
    for (LocatedBlock located :
        fs().getClient().getLocatedBlocks(file.toString(), 0, Long.MAX_VALUE)
            .getLocatedBlocks()) {
      LocatedStripedBlock stripe = (LocatedStripedBlock) located;
      for (int i = 0; i < stripe.getLocations().length; i++) {
        int index = stripe.getBlockIndices()[i];
        long bytes = layout.lengthInStripe(index, stripe.getBlockSize());
        blocks.put(
            stripe.getBlock().getBlockId() + index + "_" + stripe.getBlock().getGenerationStamp(),
            new Replica(stripe.getLocations()[i].getDatanodeUuid(), bytes));
      }
    }
    return blocks;
  }

  private interface Step {
    void run() throws Exception;
  }

  private static Map<String, ?> timed(Step step) throws Exception {
    long start = System.nanoTime();
    step.run();
    return Map.of("nanos", System.nanoTime() - start);
  }

  private Map<String, ?> verify(String path) throws Exception {
    int exitCode =
        ToolRunner.run(
            fs().getConf(), new ECAdmin(fs().getConf()), new String[] {"-verify", "-path", path});
    if (exitCode != 0) {
      throw new IOException("wrong parity behind the transition: path=" + path);
    }
    return Map.of();
  }
}
