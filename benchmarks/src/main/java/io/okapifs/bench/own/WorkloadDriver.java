package io.okapifs.bench.own;

import io.okapifs.bench.driver.ChildLoop;
import io.okapifs.bench.driver.ClusterDriver;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * A cluster that is read at random places and whose files get another policy; its other commands
 * are those of {@link ClusterDriver}.
 */
public final class WorkloadDriver {

  private final ClusterDriver clusters = new ClusterDriver();

  private WorkloadDriver() {}

  public static void main(String[] args) throws Exception {
    WorkloadDriver driver = new WorkloadDriver();
    ChildLoop.serve(driver::handle, driver.clusters::cluster);
  }

  private Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "read-together" -> RandomReads.together(fs(), words);
      case "change" -> {
        Transitions.all(fs(), words[1], words[2]);
        yield Map.of();
      }
      default -> clusters.handle(words);
    };
  }

  private DistributedFileSystem fs() throws IOException {
    return clusters.cluster().getFileSystem();
  }
}
