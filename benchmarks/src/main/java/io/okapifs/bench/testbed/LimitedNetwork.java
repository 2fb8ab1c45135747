package io.okapifs.bench.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A network namespace for each node, joined by a bridge; what a node sends and what it is sent is
 * limited each on its own.
 *
 * <pre>
 *   this machine = bridge --- port 0, limits what node 0 is sent === eth0 of node 0, what it sends
 *                        `--- port 1                             === eth0 of node 1
 * </pre>
 *
 * Names and addresses have the process id in them, so that two of them do not meet.
 */
public final class LimitedNetwork implements TestNetwork {

  /** Enough for the largest piece that the kernel hands down at once. */
  private static final String BURST = "burst 128kb latency 100ms";

  private static final int NODES_MAX = 200;
  private static final int FIRST_NODE = 10;
  private static final int PID_RADIX = 36;
  private static final int BYTE = 256;

  private final int nodes;
  private final String bridge;
  private final String subnet;

  /**
   * Builds it.
   *
   * @param megabits per second and direction of each node
   */
  public LimitedNetwork(int nodes, int megabits) throws IOException {
    if (nodes < 1 || nodes > NODES_MAX || megabits < 1) {
      throw new IllegalArgumentException(
          "no such network: nodes=" + nodes + ", megabits=" + megabits);
    }
    Optional<String> missing = missing();
    if (missing.isPresent()) {
      throw new IOException("networks cannot be limited here: " + missing.get());
    }
    this.nodes = nodes;
    this.bridge = prefix();
    this.subnet = "10.254." + ProcessHandle.current().pid() % BYTE;
    try {
      build(megabits);
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Begins the names of all that this process has built. */
  public static String prefix() {
    return "ok" + Long.toString(ProcessHandle.current().pid(), PID_RADIX);
  }

  /** What it lacks on this machine; empty where nothing. Leaves nothing behind. */
  public static Optional<String> missing() {
    String name = prefix() + "-try";
    try {
      Commands.run("ip netns add " + name);
    } catch (IOException e) {
      return Optional.of(
          "network namespaces need root and iproute2 (scripts/setup --benchmarks installs it): "
              + e.getMessage());
    }
    try {
      Commands.run("ip netns exec " + name + " tc qdisc add dev lo root tbf rate 1mbit " + BURST);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("the kernel has no token bucket filter (sch_tbf): " + e.getMessage());
    } finally {
      deleteNamespace(name);
    }
  }

  private void build(int megabits) throws IOException {
    Commands.run("ip link add " + bridge + " type bridge");
    Commands.run("ip addr add " + hostAddress() + "/24 dev " + bridge);
    Commands.run("ip link set " + bridge + " up");
    for (int node = 0; node < nodes; node++) {
      String space = space(node);
      String inSpace = "ip -n " + space + " ";
      Commands.run("ip netns add " + space);
      Commands.run(
          "ip link add " + port(node) + " type veth peer name eth0 netns " + space);
      Commands.run("ip link set " + port(node) + " master " + bridge + " up");
      Commands.run(inSpace + "addr add " + address(node) + "/24 dev eth0");
      Commands.run(inSpace + "link set lo up");
      Commands.run(inSpace + "link set eth0 up");
      String limit = " root tbf rate " + megabits + "mbit " + BURST;
      Commands.run("tc qdisc add dev " + port(node) + limit);
      Commands.run("tc -n " + space + " qdisc add dev eth0" + limit);
    }
  }

  private String space(int node) {
    return bridge + "-n" + node;
  }

  private String port(int node) {
    return bridge + "-" + node;
  }

  @Override
  public String hostAddress() {
    return subnet + ".1";
  }

  @Override
  public String address(int node) {
    return subnet + "." + (FIRST_NODE + node);
  }

  @Override
  public List<String> enter(int node) {
    return List.of("ip", "netns", "exec", space(node));
  }

  @Override
  public long bytes(int node) throws IOException {
    Path counters = Path.of("/sys/class/net", port(node), "statistics");
    return Math.max(
        Long.parseLong(Files.readString(counters.resolve("tx_bytes")).strip()),
        Long.parseLong(Files.readString(counters.resolve("rx_bytes")).strip()));
  }

  /** Takes all of it away, also where only a part was built. */
  @Override
  public void close() {
    for (int node = 0; node < nodes; node++) {
      deleteNamespace(space(node));
    }
    try {
      Commands.run("ip link delete " + bridge);
    } catch (IOException e) {
      System.err.println("bench: not deleted: " + e.getMessage());
    }
  }

  private static void deleteNamespace(String name) {
    try {
      if (Files.exists(Path.of("/run/netns", name))) {
        Commands.run("ip netns delete " + name);
      }
    } catch (IOException e) {
      System.err.println("bench: not deleted: " + e.getMessage());
    }
  }
}
