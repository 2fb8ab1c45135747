package io.okapifs.hdfs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;

/**
 * Ports that a daemon finds free again after a restart. The system lends the ports that it chooses
 * itself to any connection, and some live as long as the cluster.
 */
public final class KeptPorts {

  /** Below what Linux lends to connections. */
  private static final int FIRST = 12_000;
  private static final int END = 32_000;
  private static final String HOST = "127.0.0.1:";

  private static int next = FIRST + (int) (ProcessHandle.current().pid() * 97 % (END - FIRST));

  private KeptPorts() {}

  /** A cluster whose NameNode and DataNodes keep their ports. */
  public static MiniDFSCluster.Builder cluster(Configuration conf, int dataNodes) {
    return dataNodes(new MiniDFSCluster.Builder(conf), dataNodes).nameNodePort(port());
  }

  /** As above, with two NameNodes. */
  public static MiniDFSCluster.Builder pair(Configuration conf, int dataNodes) {
    MiniDFSNNTopology.NSConf names = new MiniDFSNNTopology.NSConf("minidfs-ns");
    for (String name : new String[] {"nn1", "nn2"}) {
      names.addNN(new MiniDFSNNTopology.NNConf(name).setIpcPort(port()).setHttpPort(port()));
    }
    return dataNodes(new MiniDFSCluster.Builder(conf), dataNodes)
        .nnTopology(new MiniDFSNNTopology().addNameservice(names));
  }

  private static MiniDFSCluster.Builder dataNodes(MiniDFSCluster.Builder builder, int count) {
    return builder.numDataNodes(count).storagesPerDatanode(1).checkDataNodeAddrConfig(true)
        .dataNodeConfOverlays(
            IntStream.range(0, count).mapToObj(i -> dataNode()).toArray(Configuration[]::new));
  }

  private static Configuration dataNode() {
    Configuration conf = new Configuration(false);
    conf.set(DFSConfigKeys.DFS_DATANODE_ADDRESS_KEY, HOST + port());
    conf.set(DFSConfigKeys.DFS_DATANODE_HTTP_ADDRESS_KEY, HOST + port());
    conf.set(DFSConfigKeys.DFS_DATANODE_IPC_ADDRESS_KEY, HOST + port());
    return conf;
  }

  /** The next port that nobody listens on now. */
  private static synchronized int port() {
    for (int tries = 0; tries < END - FIRST; tries++) {
      int port = next;
      next = next + 1 == END ? FIRST : next + 1;
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return port;
      } catch (IOException taken) {
        // The next one, then.
      }
    }
    throw new IllegalStateException("no free port: first=" + FIRST + ", end=" + END);
  }
}
