package io.okapifs.bench.dfsperf.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that runs threads of a suite. A value.
 *
 * @param id from 0 on
 * @param node the machine or the network namespace that it runs on
 */
public record Slave(int id, String node) {

  private static final String NODE = "[A-Za-z0-9][A-Za-z0-9._:-]*";

  /** As files and reports name it. */
  public String name() {
    return id + "@" + node;
  }

  /**
   * Reads a list of slaves, {@code conf/slaves}: a node on each line, one that is there several
   * times for as many processes. They are numbered in alphabetical order, as in the original.
   *
   * @throws IllegalArgumentException where a line is no name, or where there is none
   */
  public static List<Slave> read(Path file) throws IOException {
    List<String> nodes = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String node = line.replaceFirst("#.*", "").strip();
      if (!node.isEmpty() && !node.matches(NODE)) {
        throw new IllegalArgumentException("not a node: file=" + file + ", line=" + line);
      }
      if (!node.isEmpty()) {
        nodes.add(node);
      }
    }
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("no slaves: file=" + file);
    }
    return numbered(nodes);
  }

  /** Slaves of nodes. */
  public static List<Slave> numbered(List<String> nodes) {
    List<String> sorted = nodes.stream().sorted().toList();
    List<Slave> slaves = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      slaves.add(new Slave(i, sorted.get(i)));
    }
    return slaves;
  }
}
