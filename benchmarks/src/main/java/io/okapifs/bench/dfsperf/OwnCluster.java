package io.okapifs.bench.dfsperf;

import io.okapifs.bench.own.NameNodeDriver;
import io.okapifs.bench.testbed.NodeBed;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** An HDFS of processes on this machine, for whoever has none at hand. */
final class OwnCluster implements AutoCloseable {

  private static final Path MEMORY = Path.of("/dev/shm");
  private static final List<String> POLICIES =
      List.of("RS-6-3-1024k", "RS-3-2-1024k", "RS-10-4-1024k", "XOR-2-1-1024k");

  private final Path folder;
  private final NodeBed bed;

  /**
   * Starts it.
   *
   * @param repairs whether what is lost is repaired
   * @param settings of Hadoop
   */
  OwnCluster(int nodes, boolean repairs, Map<String, String> settings, PrintWriter out)
      throws Exception {
    folder =
        Files.isWritable(MEMORY)
            ? Files.createTempDirectory(MEMORY, "dfs-perf-")
            : Files.createTempDirectory("dfs-perf-");
    out.println(
        "Starting an HDFS of its own with " + nodes + " DataNodes in " + folder
            + "; --fs names another file system.");
    out.flush();
    List<String> ofNameNode = new ArrayList<>(repairs ? List.of() : List.of(NodeBed.NO_REPAIRS));
    settings.forEach((key, value) -> ofNameNode.add(key + "=" + value));
    bed = new NodeBed(NameNodeDriver.class, nodes, 0, ofNameNode, settings, folder, "512m");
    enablePolicies(new Configuration());
  }

  private void enablePolicies(Configuration conf) throws IOException {
    try (FileSystem fs = FileSystem.newInstance(URI.create(address()), conf)) {
      for (String policy : POLICIES) {
        ((DistributedFileSystem) fs).enableErasureCodingPolicy(policy);
      }
    }
  }

  String address() {
    return bed.address();
  }

  NodeBed bed() {
    return bed;
  }

  @Override
  public void close() {
    bed.close();
    FileUtil.fullyDelete(folder.toFile());
  }
}
