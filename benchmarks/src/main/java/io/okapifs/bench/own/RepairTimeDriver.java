package io.okapifs.bench.own;

import io.okapifs.bench.driver.ChildLoop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/** Files that are lost and repaired; its other commands are those of {@link ProcessCluster}. */
public final class RepairTimeDriver {

  /** Files that are written or verified at a time: the links of nodes are slow, not the client. */
  private static final int CLIENTS = 3;

  private final Map<String, List<GroupFile>> files = new LinkedHashMap<>();
  private final ProcessCluster cluster = new ProcessCluster();

  private RepairTimeDriver() {}

  public static void main(String[] args) throws Exception {
    RepairTimeDriver driver = new RepairTimeDriver();
    ChildLoop.serve(driver::handle, driver.cluster::mini);
  }

  private Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "write" -> write(words);
      case "repair" -> repair(words[1], words[2]);
      case "blocks" -> Map.of("blocks", cluster.node(words[1]).numBlocks());
      case "die" -> die(words[1]);
      case "verify" -> verify(words[1]);
      case "delete" -> delete(words[1]);
      default -> cluster.handle(words);
    };
  }

  /** Name of the files, codec, k, r, cell size, block size, seed of the content, files. */
  private Map<String, ?> write(String[] words) throws Exception {
    Path folder = folder(words[1]);
    ErasureCodingPolicy policy =
        GroupFile.newFolder(
            cluster.fs(), folder, words[2], Integer.parseInt(words[3]), Integer.parseInt(words[4]),
            Integer.parseInt(words[5]));
    List<Callable<GroupFile>> writes = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(words[8]); i++) {
      Path path = new Path(folder, "f" + i);
      long seed = Long.parseLong(words[7]) + i;
      writes.add(
          () -> GroupFile.write(cluster.fs(), policy, path, Long.parseLong(words[6]), seed));
    }
    files.put(words[1], Together.run(CLIENTS, writes));
    return Map.of("policy", policy.getName());
  }

  private static Path folder(String name) {
    return new Path("/" + name);
  }

  /** Has members of the first file rebuilt, which are listed with commas. */
  private Map<String, ?> repair(String name, String members) throws Exception {
    int[] lost = Arrays.stream(members.split(",")).mapToInt(Integer::parseInt).toArray();
    return Map.of(
        "blockIds",
        files.get(name).get(0).repair(lost).stream()
            .map(replica -> replica.block().getBlockId())
            .toList());
  }

  /** Takes a node for dead, and waits until whatever it held lies elsewhere. */
  private Map<String, ?> die(String transferAddress) throws Exception {
    DatanodeDescriptor node = cluster.node(transferAddress);
    int blocks = node.numBlocks();
    cluster.die(node);
    Polling.await("recovery of " + node, cluster::isHealed);
    return Map.of("blocks", blocks);
  }

  private Map<String, ?> verify(String name) throws Exception {
    TreeSet<String> wrong = new TreeSet<>();
    List<Callable<List<String>>> checks = new ArrayList<>();
    files.get(name).forEach(file -> checks.add(file::wrong));
    Together.run(CLIENTS, checks).forEach(wrong::addAll);
    return Map.of("wrong", wrong);
  }

  private Map<String, ?> delete(String name) throws Exception {
    files.remove(name);
    cluster.fs().delete(folder(name), true);
    cluster.settle();
    return Map.of();
  }
}
