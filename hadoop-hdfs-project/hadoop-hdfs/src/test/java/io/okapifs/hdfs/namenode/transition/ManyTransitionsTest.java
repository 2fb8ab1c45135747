package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListTransitionsResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TransitionStatusProto;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterEnd;
import io.okapifs.hdfs.testing.NameNodePair;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.ha.ObserverReadProxyProvider;
import org.apache.hadoop.test.MetricsAsserts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ten thousand files are asked for in few calls, and listed while the active NameNode changes. */
class ManyTransitionsTest {

  private static final int FILES = 10_000;
  private static final int CALLS_MOST = 20;
  private static final int LISTED_BY_A_CALL = 250;
  private static final Path DIRECTORY = new Path("/many");
  private static final TransitionGoal GOAL =
      TransitionGoal.of("RS-3-2-1024k", TransitionRecord.NORMAL);

  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(DFSConfigKeys.DFS_LIST_LIMIT, LISTED_BY_A_CALL);
    // Nothing begins while the test runs.
    LocalTime later = LocalTime.now().plusHours(6).truncatedTo(ChronoUnit.MINUTES);
    conf.set(TransitionService.WINDOW_KEY, later + "-" + later.plusMinutes(1));
    cluster = NameNodePair.start(conf, 5);
    fs = NameNodePair.client(cluster, conf);
    fs.enableErasureCodingPolicy("RS-3-2-1024k");
    fs.enableErasureCodingPolicy("XOR-2-1-1024k");
    fs.mkdirs(DIRECTORY);
    fs.setErasureCodingPolicy(DIRECTORY, "XOR-2-1-1024k@2");
    IntStream.range(0, FILES).parallel().forEach(ManyTransitionsTest.this::create);
  }

  private void create(int number) {
    try {
      fs.create(new Path(DIRECTORY, "file" + number)).close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void stop() throws IOException {
    fs.close();
    ClusterEnd.of(cluster);
  }

  private long calls(int nameNode, String operation) {
    return MetricsAsserts.getLongCounterWithoutCheck(
        operation + "NumOps",
        MetricsAsserts.getMetrics(
            "RpcDetailedActivityForPort" + cluster.getNameNode(nameNode).getNameNodeAddress().getPort()));
  }

  /** A call is counted behind its answer. */
  private void assertCalls(int nameNode, String operation) throws Exception {
    long least = FILES / OkapiAdmin.PATHS_MAX;
    BlockFileCluster.await("the last call", () -> calls(nameNode, operation) >= least);
    assertThat(calls(nameNode, operation)).isLessThanOrEqualTo(CALLS_MOST);
  }

  @Test
  @Timeout(300)
  void theyAreQueuedInFewCallsAndListedOverAFailover() throws Exception {
    List<String> listed = new ArrayList<>();
    int pages = 0;
    try (TransitionClient client = new TransitionClient(fs)) {
      for (int first = 0; first < FILES; first += OkapiAdmin.PATHS_MAX) {
        List<Path> some =
            IntStream.range(first, first + OkapiAdmin.PATHS_MAX)
                .mapToObj(number -> new Path(DIRECTORY, "file" + number))
                .toList();
        assertThat(client.begin(some, GOAL).getCounts().getTaken()).isEqualTo(some.size());
      }
      assertCalls(0, "BeginTransitions");
      long cursor = 0;
      boolean more = true;
      while (more) {
        ListTransitionsResponseProto page = client.page(DIRECTORY, cursor, false);
        page.getEntryList().stream().map(TransitionStatusProto::getPath).forEach(listed::add);
        cursor = page.getNext();
        more = page.hasNext();
        if (++pages == FILES / LISTED_BY_A_CALL / 2) {
          NameNodePair.change(cluster, 0, false);
        }
      }
    }
    assertThat(pages).isGreaterThanOrEqualTo(FILES / LISTED_BY_A_CALL);
    long behind = pages / 2 - 1;
    BlockFileCluster.await(
        "calls that list behind the failover", () -> calls(1, "ListTransitions") >= behind);
    assertThat(listed).doesNotHaveDuplicates().hasSize(FILES);

    // A provider that knows nothing but HDFS's own protocol is not used for ours.
    Configuration observing = new Configuration(fs.getConf());
    observing.set(
        HdfsClientConfigKeys.Failover.PROXY_PROVIDER_KEY_PREFIX + "." + fs.getUri().getHost(),
        ObserverReadProxyProvider.class.getName());
    observing.setBoolean("fs.hdfs.impl.disable.cache", true);
    EcRun.Outcome cancelled =
        EcRun.run(observing, "-cancelTransition", "-path", DIRECTORY.toString());
    assertThat(cancelled.exitCode()).as("%s", cancelled).isZero();
    assertThat(cancelled.out()).contains(FILES + " transitions cancelled");
    assertCalls(1, "ControlTransitions");
  }
}
