package io.okapifs.hdfs.namenode.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.FileLife;
import io.okapifs.hdfs.tools.EcRun;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.federation.router.RBFConfigKeys;
import org.apache.hadoop.hdfs.server.federation.router.Router;
import org.apache.hadoop.hdfs.server.federation.store.driver.impl.StateStoreFileImpl;
import org.apache.hadoop.hdfs.tools.federation.RouterAdmin;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that clients see through a router of a federation, which is HDFS's own. */
class FederatedFilesTest {

  @Cluster(dataNodes = FileLife.NODES, settings = ClusterSettings.RETRY_SOON)
  private static BlockFileCluster cluster;
  private static Router router;
  private static Configuration conf;

  @BeforeAll
  static void startRouter(@TempDir java.nio.file.Path store) throws Exception {
    cluster.fs().mkdirs(new Path("/mounted"));
    conf = new Configuration(cluster.mini().getConfiguration(0));
    conf.set(DFSConfigKeys.DFS_NAMESERVICES, "ns");
    InetSocketAddress nameNode = cluster.mini().getNameNode().getNameNodeAddress();
    conf.set(
        DFSConfigKeys.DFS_NAMENODE_RPC_ADDRESS_KEY + ".ns",
        nameNode.getHostString() + ":" + nameNode.getPort());
    conf.setBoolean(RBFConfigKeys.DFS_ROUTER_MONITOR_LOCAL_NAMENODE, false);
    conf.set(RBFConfigKeys.DFS_ROUTER_MONITOR_NAMENODE, "ns");
    conf.setLong(RBFConfigKeys.DFS_ROUTER_HEARTBEAT_INTERVAL_MS, 500);
    conf.setLong(RBFConfigKeys.DFS_ROUTER_CACHE_TIME_TO_LIVE_MS, 500);
    conf.setBoolean(RBFConfigKeys.DFS_ROUTER_SAFEMODE_ENABLE, false);
    conf.setClass(
        RBFConfigKeys.FEDERATION_STORE_DRIVER_CLASS, StateStoreFileImpl.class,
        org.apache.hadoop.hdfs.server.federation.store.driver.StateStoreDriver.class);
    conf.set("dfs.federation.router.store.driver.file.directory", store.toString());
    for (String address : new String[] {
        RBFConfigKeys.DFS_ROUTER_RPC_ADDRESS_KEY, RBFConfigKeys.DFS_ROUTER_ADMIN_ADDRESS_KEY,
        RBFConfigKeys.DFS_ROUTER_HTTP_ADDRESS_KEY}) {
      conf.set(address, "127.0.0.1:0");
    }
    router = new Router();
    router.init(conf);
    router.start();
    mount();
  }

  private static void mount() throws Exception {
    conf.set(
        RBFConfigKeys.DFS_ROUTER_ADMIN_ADDRESS_KEY,
        "127.0.0.1:" + router.getAdminServerAddress().getPort());
    assertThat(
            ToolRunner.run(
                conf, new RouterAdmin(conf), new String[] {"-add", "/seen", "ns", "/mounted"}))
        .isZero();
  }

  @AfterAll
  static void stopRouter() {
    router.stop();
  }

  @Test
  void filesLiveBehindARouter() throws Exception {
    URI uri = URI.create("hdfs://127.0.0.1:" + router.getRpcServerAddress().getPort());
    try (FileSystem seen = FileSystem.newInstance(uri, conf)) {
      BlockFileCluster.await("the mount", () -> isMounted(seen));
      new FileLife(
              cluster, seen, path -> new Path(path.toString().replaceFirst("^/mounted", "/seen")))
          .live(new Path("/mounted"));
    }
  }

  @Test
  void aRouterDoesNotKnowTransitionsAndTheMessageSaysWhatToDo() throws Exception {
    URI uri = URI.create("hdfs://127.0.0.1:" + router.getRpcServerAddress().getPort());
    EcRun.Outcome outcome =
        EcRun.run(conf, "-fs", uri.toString(), "-listTransitions", "-path", "/seen");
    assertThat(outcome.exitCode()).isNotZero();
    assertThat(outcome.err()).anyMatch(
        line ->
            line.contains("What answers at " + uri + " does not know transitions")
                && line.contains("or a Router, past which -fs hdfs://NAMESERVICE goes"));
  }

  private static boolean isMounted(FileSystem seen) {
    try {
      return seen.exists(new Path("/seen"));
    } catch (IOException notYet) {
      return false;
    }
  }
}
