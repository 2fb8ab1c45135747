package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FileWalkTest {

  private static final Path ROOT = new Path("/walked");
  private static final int FILES = 5;

  private static MiniDFSCluster cluster;
  private static DistributedFileSystem fs;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    // A directory comes in several parts.
    conf.setInt(DFSConfigKeys.DFS_LIST_LIMIT, 2);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(0).build();
    fs = cluster.getFileSystem();
  }

  @AfterAll
  static void stop() {
    cluster.shutdown();
  }

  @BeforeEach
  void makeTree() throws Exception {
    fs.delete(ROOT, true);
    for (String directory : List.of("a", "b", "b/c", "d")) {
      for (int i = 0; i < FILES; i++) {
        fs.create(new Path(ROOT, directory + "/file" + i), (short) 1).close();
      }
    }
  }

  @Test
  void everyFileIsVisitedOnce() throws Exception {
    List<String> visited = new ArrayList<>();
    FileWalk.visit(fs, ROOT, file -> visited.add(file.getPath().toUri().getPath()));
    assertThat(visited).hasSize(4 * FILES).doesNotHaveDuplicates();
  }

  @Test
  void whatIsDeletedMeanwhileIsPassedOverAndTheRestIsVisited() throws Exception {
    List<String> visited = new ArrayList<>();
    FileWalk.visit(
        fs, ROOT,
        file -> {
          Path parent = file.getPath().getParent();
          visited.add(parent.getName());
          if (parent.getName().equals("a")) {
            fs.delete(parent, true);
          } else if (parent.getName().equals("c")) {
            fs.delete(parent.getParent(), true);
          }
        });
    assertThat(visited.stream().filter("a"::equals).count()).isBetween(1L, FILES - 1L);
    assertThat(visited.stream().filter("c"::equals).count()).isBetween(1L, FILES - 1L);
    assertThat(visited.stream().filter("d"::equals)).hasSize(FILES);
  }

  @Test
  void aPathThatDoesNotExistIsToldOf() {
    assertThatThrownBy(() -> FileWalk.visit(fs, new Path("/none"), file -> {}))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("/none");
  }
}
