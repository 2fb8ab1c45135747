package io.okapifs.bench.testbed;

import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A cluster of processes: NameNode and client in one, each DataNode in one of its own. */
public final class NodeBed implements AutoCloseable {

  /** A setting of the NameNode, with which nothing that is lost is repaired. */
  public static final String NO_REPAIRS = "dfs.namenode.redundancy.interval.seconds=86400";

  private final List<AutoCloseable> parts = new ArrayList<>();

  /** Processes and namespaces outlive this JVM unless somebody ends them. */
  private final Thread onExit = new Thread(this::closeParts, "node-bed-exit");

  private final int count;
  private final TestNetwork network;
  private final DataNodes nodes;
  private final CpuUse cpu;
  private final ChildJvm child;
  private final Map<String, String> settings = new TreeMap<>();

  /**
   * Starts it, and waits for all DataNodes.
   *
   * @param driver main class of NameNode and client; takes {@code start} and {@code await-nodes}
   * @param megabits per second and direction of each node, 0 for the loopback without limits
   * @param ofNameNode settings as KEY=VALUE
   * @param ofDataNodes settings beside addresses
   * @param heap -Xmx of the NameNode
   */
  public NodeBed(
      Class<?> driver, int count, int megabits, List<String> ofNameNode,
      Map<String, String> ofDataNodes, Path folder, String heap)
      throws Exception {
    this.count = count;
    Runtime.getRuntime().addShutdownHook(onExit);
    try {
      network = add(megabits == 0 ? TestNetwork.loopback() : new LimitedNetwork(count, megabits));
      nodes = add(new DataNodes(network, count, folder, Jars.OURS.classPath()));
      child =
          add(
              new ChildJvm(
                  Jars.OURS, driver, folder.resolve("namenode"), "-Xmx" + heap,
                  "-Djdk.net.hosts.file=" + nodes.hosts()));
      List<Object> start = new ArrayList<>(List.of("start"));
      start.addAll(ofNameNode);
      int port = child.ask(start.toArray()).get("port").asInt();
      settings.put("fs.defaultFS", "hdfs://" + network.hostAddress() + ":" + port);
      settings.put("dfs.heartbeat.interval", "1");
      settings.put("dfs.block.scanner.volume.bytes.per.second", "0");
      settings.putAll(ofDataNodes);
      for (int node = 0; node < count; node++) {
        start(node);
      }
      awaitNodes();
      cpu = add(new CpuUse());
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  private synchronized <T extends AutoCloseable> T add(T part) {
    parts.add(part);
    return part;
  }

  public int count() {
    return count;
  }

  public TestNetwork network() {
    return network;
  }

  public DataNodes nodes() {
    return nodes;
  }

  public CpuUse cpu() {
    return cpu;
  }

  public ChildJvm child() {
    return child;
  }

  /** As clients name it. */
  public String address() {
    return settings.get("fs.defaultFS");
  }

  /** Starts the process of a node. */
  public void start(int node) throws IOException {
    nodes.start(node, settings);
  }

  /**
   * Kills the process of a node, whose disk is empty then, and has the NameNode take it for dead.
   */
  public void lose(int node) throws IOException {
    nodes.kill(node);
    child.ask("take-for-dead", nodes.transferAddress(node));
  }

  /** Until all nodes are live. */
  public void awaitNodes() throws IOException {
    try {
      child.ask("await-nodes", count);
    } finally {
      nodes.check();
    }
  }

  @Override
  public void close() {
    closeParts();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }

  /** The last one first. */
  private synchronized void closeParts() {
    for (int i = parts.size() - 1; i >= 0; i--) {
      try {
        parts.get(i).close();
      } catch (Exception e) {
        System.err.println("bench: not closed: " + e);
      }
    }
    parts.clear();
  }
}
