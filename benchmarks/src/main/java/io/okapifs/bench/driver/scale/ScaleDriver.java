package io.okapifs.bench.driver.scale;

import io.okapifs.bench.driver.ChildLoop;
import io.okapifs.bench.driver.NamespaceDriver;
import io.okapifs.bench.driver.NamespaceWriter;
import java.util.Map;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** A NameNode that is filled and then meets the events of its life, one by one, on command. */
public final class ScaleDriver {

  private final Rounds rounds;
  private ScaleCluster cluster;
  private ReplicaEvents replicas;
  private NodeEvents nodes;
  private ImageEvents image;
  private String layout;
  private long blockSize;
  private int writes;
  private long files;

  private ScaleDriver(Rounds rounds) {
    this.rounds = rounds;
  }

  public static void main(String[] args) throws Exception {
    serve(Rounds.NONE);
  }

  /** Serves a NameNode that has such rounds. */
  public static void serve(Rounds rounds) throws Exception {
    ScaleDriver driver = new ScaleDriver(rounds);
    ChildLoop.serve(driver::handle, driver::mini);
  }

  private MiniDFSCluster mini() {
    return cluster == null ? null : cluster.mini();
  }

  private Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "start" -> start(words);
      case "write" -> write(Integer.parseInt(words[1]), Long.parseLong(words[2]));
      case "image-save" -> image.save(files);
      case "image-load" -> image.load(files);
      case "first-reports" -> replicas.firstReports();
      case "leave-safe-mode" -> leaveSafeMode();
      case "full-reports" -> replicas.fullReports();
      case "redundancy-scan" -> replicas.scan();
      case "sweep" -> replicas.sweep(words[1]);
      case "death" -> nodes.death(Integer.parseInt(words[1]));
      case "comeback" -> nodes.comeback(Integer.parseInt(words[1]));
      case "round" -> nodes.round(Integer.parseInt(words[1]));
      case "maintenance" -> nodes.maintenance(Integer.parseInt(words[1]));
      case "end-of-maintenance" -> nodes.endOfMaintenance(Integer.parseInt(words[1]));
      case "decommission" -> nodes.decommission(Integer.parseInt(words[1]));
      case "recommission" -> nodes.recommission(Integer.parseInt(words[1]));
      case "weigh" -> weigh();
      default -> throw new IllegalArgumentException("unknown command: " + words[0]);
    };
  }

  /** Layout, number of nodes, block size. */
  private Map<String, ?> start(String[] words) throws Exception {
    layout = words[1];
    blockSize = Long.parseLong(words[3]);
    cluster = new ScaleCluster(rounds, Integer.parseInt(words[2]));
    NamespaceDriver.policy(cluster.rpc(), layout);
    replicas = new ReplicaEvents(cluster);
    nodes = new NodeEvents(cluster);
    image = new ImageEvents(cluster);
    return Map.of();
  }

  /** More files, each from its creation to its close. */
  private Map<String, ?> write(int count, long length) throws Exception {
    String directory = "/files" + writes++;
    NamespaceWriter writer =
        new NamespaceWriter(cluster.rpc(), cluster.nodes(), layout, blockSize);
    Map<String, Object> answer =
        Measured.of(
            cluster.lock(),
            count,
            () -> {
              writer.write(directory, count, length);
              cluster.blocks().flushBlockOps();
            });
    files += count;
    answer.put("replicas", cluster.replicas());
    return answer;
  }

  private Map<String, ?> leaveSafeMode() throws Exception {
    cluster.leaveSafeMode();
    return Map.of();
  }

  /** Bytes of the heap in use, but for what the nodes that are not there remember. */
  private Map<String, ?> weigh() {
    return Map.of("usedBytes", NamespaceDriver.usedHeap() - cluster.nodes().heapBytes());
  }
}
