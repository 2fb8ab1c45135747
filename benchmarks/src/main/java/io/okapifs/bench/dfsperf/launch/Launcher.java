package io.okapifs.bench.dfsperf.launch;

import io.okapifs.bench.dfsperf.config.Slave;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Starts the processes of slaves, and ends those that are left. For one thread. */
public final class Launcher implements AutoCloseable {

  private static final long END_SECONDS = 10;

  /** How a command gets to a node. */
  public enum Way {
    /** All slaves run on this machine, whatever their nodes are called. */
    LOCAL {
      @Override
      List<String> prefix(String node) {
        return List.of();
      }
    },

    /** By ssh, without a question asked; this project lies in the same place there. */
    SSH {
      @Override
      List<String> prefix(String node) {
        return List.of("ssh", "-o", "BatchMode=yes", node);
      }
    },

    /**
     * In network namespaces of this machine, of the nodes' names. They reach no name server, and to
     * ask one takes a slave longer than it may take to register: names are those of this machine's
     * hosts.
     */
    NETNS {
      @Override
      List<String> prefix(String node) {
        return List.of("ip", "netns", "exec", node);
      }
    };

    abstract List<String> prefix(String node);
  }

  private static final Path HOSTS = Path.of("/etc/hosts");

  private final Way way;
  private final List<String> command;
  private final Map<Slave, Process> processes = new LinkedHashMap<>();
  private Path hosts;

  /**
   * @param command that starts a slave, without its arguments
   */
  public Launcher(Way way, List<String> command) {
    this.way = way;
    this.command = List.copyOf(command);
  }

  /** The command of this JVM for a class with a main method. */
  public static List<String> java(Class<?> main, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    return command;
  }

  /** Starts a slave; what it prints goes to standard error. */
  public void start(Slave slave, InetSocketAddress master) throws IOException {
    List<String> words = new ArrayList<>(way.prefix(slave.node()));
    command.forEach(word -> words.add(way == Way.SSH ? quoted(word) : word));
    if (way == Way.NETNS) {
      words.add(way.prefix(slave.node()).size() + 1, "-Djdk.net.hosts.file=" + hosts());
    }
    words.add(master.getAddress().getHostAddress());
    words.add(String.valueOf(master.getPort()));
    words.add(String.valueOf(slave.id()));
    words.add(slave.node());
    processes.put(
        slave,
        new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /** As one word for the shell that ssh hands it to. */
  static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** A file of names, of which none has to be asked for. */
  private Path hosts() throws IOException {
    if (hosts == null) {
      hosts = Files.createTempFile("dfs-perf-", ".hosts");
      List<String> lines =
          new ArrayList<>(Files.exists(HOSTS) ? Files.readAllLines(HOSTS) : List.of());
      lines.add("127.0.0.1 localhost " + InetAddress.getLocalHost().getHostName());
      Files.write(hosts, lines);
    }
    return hosts;
  }

  /** Slaves whose processes have ended, with how. */
  public Map<Slave, String> ended() {
    Map<Slave, String> ended = new LinkedHashMap<>();
    processes.forEach(
        (slave, process) -> {
          if (!process.isAlive()) {
            ended.put(slave, "its process ended with exit code " + process.exitValue());
          }
        });
    return ended;
  }

  @Override
  public void close() {
    for (Process process : processes.values()) {
      try {
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
    if (hosts != null) {
      hosts.toFile().delete();
    }
  }
}
