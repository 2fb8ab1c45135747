package io.okapifs.bench.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** DataNodes on a network, each a process with a folder and a log of its own. */
public final class DataNodes implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xmx192m", "-XX:MaxDirectMemorySize=1g", "-XX:+UseSerialGC", "-XX:-UsePerfData",
          "-XX:TieredStopAtLevel=1", "-Djava.net.preferIPv4Stack=true",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "-Dlog4j.configuration=datanode-log4j.properties");
  private static final String MAIN = "org.apache.hadoop.hdfs.server.datanode.DataNode";
  private static final int SERVICES = 3;
  private static final int HTTP = 1;
  private static final int PORT_MIN = 15_000;
  private static final int PORT_MAX = 31_000;

  private final TestNetwork network;
  private final Path folder;
  private final String classPath;
  private final Path hosts;
  private final int count;
  private final int firstPort;
  private final Map<Integer, Process> processes = new TreeMap<>();

  /**
   * Starts none yet.
   *
   * @param folder in which each gets a folder
   */
  public DataNodes(TestNetwork network, int count, Path folder, String classPath)
      throws IOException {
    this.network = network;
    this.count = count;
    this.folder = folder;
    this.classPath = classPath;
    this.firstPort = freePorts(count * SERVICES);
    this.hosts = folder.resolve("hosts");
    Files.createDirectories(folder);
    writeHosts();
  }

  /** No name server is reached from a node, and every look-up would wait for one. */
  private void writeHosts() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("127.0.0.1 localhost " + InetAddress.getLocalHost().getHostName());
    lines.add(network.hostAddress() + " host");
    for (int node = 0; node < count; node++) {
      lines.add(network.address(node) + " node" + node);
    }
    Files.write(hosts, lines);
  }

  /** Names and addresses, for the JVM's {@code jdk.net.hosts.file}. */
  public Path hosts() {
    return hosts;
  }

  /** Where the node serves blocks. */
  public String transferAddress(int node) {
    return address(node, 0);
  }

  private String address(int node, int service) {
    return network.address(node) + ":" + (firstPort + node * SERVICES + service);
  }

  /** What each node has printed, of all its processes. */
  public List<Path> logs() {
    return IntStream.range(0, count).mapToObj(this::log).toList();
  }

  private Path log(int node) {
    return folder.resolve("datanode-" + node + ".log");
  }

  private Path data(int node) {
    return folder.resolve("datanode-" + node);
  }

  /**
   * Starts the process of a node, which has registered some seconds later.
   *
   * @param settings beside its addresses
   */
  public void start(int node, Map<String, String> settings) throws IOException {
    List<String> command = new ArrayList<>(network.enter(node));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM_OPTIONS);
    command.add("-Djdk.net.hosts.file=" + hosts);
    command.addAll(List.of("-cp", classPath, MAIN));
    Map<String, String> all = new TreeMap<>(settings);
    all.put("dfs.datanode.data.dir", data(node).toUri().toString());
    all.put("dfs.datanode.hostname", network.address(node));
    all.put("dfs.datanode.address", address(node, 0));
    all.put("dfs.datanode.http.address", address(node, HTTP));
    all.put("dfs.datanode.ipc.address", address(node, 2));
    all.forEach((key, value) -> command.addAll(List.of("-D", key + "=" + value)));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log(node).toFile()));
    processes.put(node, builder.start());
  }

  /** Ends a process as a power failure would; its disk is empty afterwards. */
  public void kill(int node) throws IOException {
    end(running(node));
    processes.remove(node);
    Files.walkFileTree(
        data(node),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failure)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /**
   * Sends a signal to the process of a node.
   *
   * @param name as kill has it: STOP, CONT, KILL
   */
  public void signal(int node, String name) throws IOException, InterruptedException {
    String pid = String.valueOf(running(node).pid());
    int exit =
        new ProcessBuilder("kill", "-" + name, pid).inheritIO().start()
            .waitFor();
    if (exit != 0) {
      throw new IOException("no signal: node=" + node + ", signal=" + name + ", exit=" + exit);
    }
  }

  private Process running(int node) throws IOException {
    Process process = processes.get(node);
    if (process == null) {
      throw new IOException("no such DataNode is running: node=" + node);
    }
    return process;
  }

  /** Fails where a process has ended by itself. */
  public void check() throws IOException {
    for (Map.Entry<Integer, Process> node : processes.entrySet()) {
      if (!node.getValue().isAlive()) {
        List<String> lines = Files.readAllLines(log(node.getKey()), StandardCharsets.UTF_8);
        throw new IOException(
            "a DataNode has ended: node=" + node.getKey() + ", exit="
                + node.getValue().exitValue() + "; its last lines:\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size())));
      }
    }
  }

  /** The numbers that the beans of all nodes whose names begin so show, summed by their names. */
  public Map<String, Long> sums(String bean) throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    for (Map<String, Long> numbers : numbers(bean).values()) {
      numbers.forEach((name, value) -> sums.merge(name, value, Long::sum));
    }
    return sums;
  }

  /** The same by node, of those that run. */
  public Map<Integer, Map<String, Long>> numbers(String bean) throws IOException {
    Map<Integer, Map<String, Long>> numbers = new TreeMap<>();
    for (int node : processes.keySet()) {
      numbers.put(node, numbers(node, bean));
    }
    return numbers;
  }

  private Map<String, Long> numbers(int node, String bean) throws IOException {
    URI query =
        URI.create(
            "http://" + address(node, HTTP) + "/jmx?qry=Hadoop:service=DataNode,name=" + bean
                + "-*");
    Map<String, Long> numbers = new TreeMap<>();
    for (JsonNode found : JSON.readTree(query.toURL()).get("beans")) {
      found.fields().forEachRemaining(
          field -> {
            if (field.getValue().isIntegralNumber()) {
              numbers.merge(field.getKey(), field.getValue().asLong(), Long::sum);
            }
          });
    }
    return numbers;
  }

  @Override
  public void close() {
    processes.values().forEach(Process::destroyForcibly);
    processes.values().forEach(DataNodes::end);
    processes.clear();
  }

  private static void end(Process process) {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** The first of so many neighbouring ports that are free on this machine. */
  private static int freePorts(int ports) throws IOException {
    for (int attempt = 0; attempt < 100; attempt++) {
      int first = ThreadLocalRandom.current().nextInt(PORT_MIN, PORT_MAX - ports);
      int port = first;
      while (port < first + ports && isFree(port)) {
        port++;
      }
      if (port == first + ports) {
        return first;
      }
    }
    throw new IOException("no neighbouring free ports: wanted=" + ports);
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress("127.0.0.1", port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
