package io.okapifs.hdfs.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;

/**
 * Ports that a daemon finds free again after a restart. The system lends the ports that it chooses
 * itself to any connection, and some live as long as the cluster. Each JVM has a range of its own,
 * by the lock of a file: between looking at a port and listening on it another one might take it.
 */
public final class KeptPorts {

  /** Below what Linux lends to connections. */
  private static final int FIRST = 12_000;
  private static final int RANGE = 1_000;
  private static final int RANGES = 20;
  private static final String HOST = "127.0.0.1:";

  /** Held as long as the JVM lives. */
  private static FileLock lock;

  private static int begin;
  private static int next;

  private KeptPorts() {}

  /**
   * Setting: the types of each DataNode's volumes, in a list; or lists of the same length with a
   * semicolon between them, which DataNodes have in turn.
   */
  public static final String VOLUMES_KEY = "io.okapifs.test.volumes";

  /** Setting: bytes that each volume holds. */
  public static final String CAPACITY_KEY = "io.okapifs.test.capacity";

  /** A cluster whose NameNode and DataNodes keep their ports; {@link ClusterEnd} ends it. */
  public static MiniDFSCluster.Builder cluster(Configuration conf, int dataNodes) {
    ShortWaits.settings(conf);
    MiniDFSCluster.Builder builder = dataNodes(conf, dataNodes).nameNodePort(port());
    long capacity = conf.getLong(CAPACITY_KEY, 0);
    if (capacity > 0) {
      long[] capacities = new long[volumes(conf, 1)[0].length];
      Arrays.fill(capacities, capacity);
      builder.storageCapacities(capacities);
    }
    return builder;
  }

  private static StorageType[][] volumes(Configuration conf, int dataNodes) {
    String[] turns = conf.get(VOLUMES_KEY, StorageType.DISK.name()).split(";");
    return IntStream.range(0, dataNodes)
        .mapToObj(
            node ->
                Stream.of(turns[node % turns.length].split(","))
                    .map(StorageType::valueOf)
                    .toArray(StorageType[]::new))
        .toArray(StorageType[][]::new);
  }

  /** As above, with two NameNodes. */
  public static MiniDFSCluster.Builder pair(Configuration conf, int dataNodes) {
    MiniDFSNNTopology.NSConf names = new MiniDFSNNTopology.NSConf("minidfs-ns");
    for (String name : new String[] {"nn1", "nn2"}) {
      names.addNN(new MiniDFSNNTopology.NNConf(name).setIpcPort(port()).setHttpPort(port()));
    }
    ShortWaits.settings(conf);
    return dataNodes(conf, dataNodes)
        .nnTopology(new MiniDFSNNTopology().addNameservice(names));
  }

  private static MiniDFSCluster.Builder dataNodes(Configuration conf, int count) {
    StorageType[][] volumes = volumes(conf, count);
    return new MiniDFSCluster.Builder(conf).numDataNodes(count)
        .storagesPerDatanode(volumes[0].length).storageTypes(volumes)
        .checkDataNodeAddrConfig(true)
        .checkExitOnShutdown(false)
        .dataNodeConfOverlays(
            IntStream.range(0, count).mapToObj(i -> dataNode()).toArray(Configuration[]::new));
  }

  private static Configuration dataNode() {
    Configuration conf = new Configuration(false);
    ShortWaits.dataNodeSettings(conf);
    conf.set(DFSConfigKeys.DFS_DATANODE_ADDRESS_KEY, HOST + port());
    conf.set(DFSConfigKeys.DFS_DATANODE_HTTP_ADDRESS_KEY, HOST + port());
    conf.set(DFSConfigKeys.DFS_DATANODE_IPC_ADDRESS_KEY, HOST + port());
    return conf;
  }

  /** The next port that nobody listens on now. */
  private static synchronized int port() {
    if (lock == null) {
      takeRange();
    }
    for (int tries = 0; tries < RANGE; tries++) {
      int port = begin + next;
      next = (next + 1) % RANGE;
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return port;
      } catch (IOException taken) {
        // The next one, then.
      }
    }
    throw new IllegalStateException("no free port: first=" + begin + ", count=" + RANGE);
  }

  private static void takeRange() {
    try {
      Path folder =
          Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "okapi-ports"));
      for (int range = 0; range < RANGES && lock == null; range++) {
        begin = FIRST + range * RANGE;
        FileChannel file =
            FileChannel.open(
                folder.resolve("from-" + begin), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        lock = file.tryLock();
        if (lock == null) {
          file.close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (lock == null) {
      throw new IllegalStateException("more JVMs than ranges of ports: ranges=" + RANGES);
    }
  }
}
