package io.okapifs.bench.dfsperf;

import io.okapifs.bench.driver.Intervals;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** An HDFS in this JVM, for whoever has none at hand. */
final class OwnCluster implements AutoCloseable {

  private static final Path MEMORY = Path.of("/dev/shm");

  private final Path folder;
  private final MiniDFSCluster cluster;

  OwnCluster(int nodes, Map<String, String> settings, PrintWriter out) throws IOException {
    folder =
        Files.isWritable(MEMORY)
            ? Files.createTempDirectory(MEMORY, "dfs-perf-")
            : Files.createTempDirectory("dfs-perf-");
    HdfsConfiguration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.toString());
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    Intervals.configure(conf);
    settings.forEach(conf::set);
    cluster =
        new MiniDFSCluster.Builder(conf).numDataNodes(nodes).storagesPerDatanode(1).build();
    cluster.waitActive();
    cluster.getFileSystem().enableErasureCodingPolicy("RS-6-3-1024k");
    cluster.getFileSystem().enableErasureCodingPolicy("RS-3-2-1024k");
    out.println(
        "An HDFS of its own with " + nodes + " DataNodes in one JVM, in " + folder
            + "; --fs names another file system.");
    out.flush();
  }

  String address() throws IOException {
    return cluster.getFileSystem().getUri().toString();
  }

  MiniDFSCluster mini() {
    return cluster;
  }

  @Override
  public void close() {
    cluster.shutdown();
    FileUtil.fullyDelete(folder.toFile());
  }
}
