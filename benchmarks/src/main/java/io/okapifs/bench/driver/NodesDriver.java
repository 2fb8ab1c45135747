package io.okapifs.bench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** DataNodes of a NameNode elsewhere, and the balancer. */
public final class NodesDriver {

  private static final String ANY_PORT = "127.0.0.1:0";

  private final List<DataNode> nodes = new ArrayList<>();
  private Configuration conf;
  private Balancing balancing;

  private NodesDriver() {}

  public static void main(String[] args) throws Exception {
    NodesDriver driver = new NodesDriver();
    try {
      ChildLoop.serve(driver::handle);
    } finally {
      driver.nodes.forEach(DataNode::shutdown);
    }
  }

  private Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "start" -> start(words);
      case "balance" -> {
        balancing = Balancing.begin(nodes, conf);
        yield Map.of();
      }
      case "end-balance" -> balancing.end();
      default -> throw new IllegalArgumentException("unknown command: " + words[0]);
    };
  }

  /** The NameNode, a folder, number of nodes and settings as KEY=VALUE. */
  private Map<String, ?> start(String[] words) throws IOException {
    DefaultMetricsSystem.setMiniClusterMode(true);
    conf = new HdfsConfiguration();
    conf.set(CommonConfigurationKeys.FS_DEFAULT_NAME_KEY, words[1]);
    for (String address : List.of(
        DFSConfigKeys.DFS_DATANODE_ADDRESS_KEY, DFSConfigKeys.DFS_DATANODE_HTTP_ADDRESS_KEY,
        DFSConfigKeys.DFS_DATANODE_IPC_ADDRESS_KEY)) {
      conf.set(address, ANY_PORT);
    }
    Intervals.configure(conf);
    Settings.set(conf, words, 4);
    for (int i = 0; i < Integer.parseInt(words[3]); i++) {
      Configuration own = new Configuration(conf);
      own.set(
          DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY,
          Path.of(words[2], "data-" + i).toUri().toString());
      DataNode node = DataNode.instantiateDataNode(new String[0], own);
      node.runDatanodeDaemon();
      nodes.add(node);
    }
    return Map.of();
  }
}
