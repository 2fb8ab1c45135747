package io.okapifs.bench.dfsperf.cluster;

import io.okapifs.bench.dfsperf.config.Slave;
import io.okapifs.bench.dfsperf.config.SuiteConfig;
import io.okapifs.bench.dfsperf.suite.CommonKeys;
import io.okapifs.bench.dfsperf.suite.Suite;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.web.WebHdfsFileSystem;

/** Folders of a run, which the master makes before slaves start, and takes away behind them. */
public final class Folders {

  private final FileSystem fs;
  private final Path workspace;
  private final Suite suite;

  public Folders(FileSystem fs, Path workspace, Suite suite) {
    this.fs = fs;
    this.workspace = workspace;
    this.suite = suite;
  }

  /**
   * Makes a folder for each slave, without what a run before has left.
   *
   * @param out told of what the file system cannot do
   */
  public void make(List<Slave> slaves, SuiteConfig config, PrintWriter out) throws IOException {
    if (!suite.writes()) {
      return;
    }
    clean();
    for (Slave slave : slaves) {
      Path folder = suite.folder(workspace, slave.id());
      fs.mkdirs(folder);
      setPolicy(folder, config, out);
    }
  }

  private void setPolicy(Path folder, SuiteConfig config, PrintWriter out) throws IOException {
    String policy = config.text(CommonKeys.POLICY);
    if (policy.isEmpty()) {
      return;
    }
    long width = config.number(CommonKeys.WIDTH);
    String name = width == 0 ? policy : policy + "@" + width;
    if (fs instanceof DistributedFileSystem hdfs) {
      hdfs.setErasureCodingPolicy(folder, name);
    } else if (fs instanceof WebHdfsFileSystem web) {
      web.setErasureCodingPolicy(folder, name);
    } else {
      out.println(
          "Skipped: " + CommonKeys.POLICY + "=" + name + ", which " + fs.getUri()
              + " does not have.");
    }
  }

  /** Deletes what later runs do not read. */
  public void clean() throws IOException {
    if (suite.garbage(workspace).isPresent()) {
      fs.delete(suite.garbage(workspace).get(), true);
    }
  }
}
