package io.okapifs.bench.scenario;

import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.child.Processors;
import io.okapifs.bench.driver.NodesDriver;
import io.okapifs.bench.own.TransitionDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A cluster of ours of two JVMs. The one with the NameNode and its client has one processor, the
 * one with the DataNodes all others, as if the NameNode were on a machine of its own.
 *
 * @param nameNode takes the commands of a {@link TransitionDriver}
 * @param dataNodes takes those of a {@link NodesDriver}
 */
record ApartCluster(ChildJvm nameNode, ChildJvm dataNodes) implements AutoCloseable {

  /**
   * Starts it.
   *
   * @param blockSize in bytes
   * @param settings as KEY=VALUE
   */
  static ApartCluster start(
      Path folder, String heap, int nodes, long blockSize, List<?> settings) throws IOException {
    ChildJvm nameNode =
        ChildJvm.on(
            Processors.ONE, Jars.OURS, TransitionDriver.class, folder.resolve("namenode"),
            "-Xmx" + heap);
    ChildJvm dataNodes =
        ChildJvm.on(
            Processors.REST, Jars.OURS, NodesDriver.class, folder.resolve("datanodes"),
            "-Xmx" + heap);
    ApartCluster cluster = new ApartCluster(nameNode, dataNodes);
    try {
      String uri =
          cluster.nameNode.ask(words(List.of("start", 0, blockSize), settings))
              .get("uri").asText();
      cluster.dataNodes.ask(
          words(List.of("start", uri, folder.resolve("datanodes"), nodes), settings));
      return cluster;
    } catch (IOException e) {
      cluster.close();
      throw e;
    }
  }

  private static Object[] words(List<?> first, List<?> settings) {
    List<Object> words = new ArrayList<>();
    Stream.of(first, settings).forEach(words::addAll);
    return words.toArray();
  }

  @Override
  public void close() {
    dataNodes.close();
    nameNode.close();
  }
}
