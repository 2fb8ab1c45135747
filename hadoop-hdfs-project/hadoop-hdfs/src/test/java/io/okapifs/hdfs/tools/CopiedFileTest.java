package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.ClusterEnd;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** A copy takes the place of the file that it was made of, and of no other; empty files will do. */
class CopiedFileTest {

  private static final String POLICY = "RS-3-2-1024k";

  private static MiniDFSCluster cluster;
  private static DistributedFileSystem fs;

  private Path path;
  private FileStatus file;

  @BeforeAll
  static void startCluster() throws IOException {
    cluster = new MiniDFSCluster.Builder(new HdfsConfiguration()).numDataNodes(0).build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
    fs.enableErasureCodingPolicy(POLICY);
  }

  @AfterAll
  static void stopCluster() {
    ClusterEnd.of(cluster);
  }

  @BeforeEach
  void write(TestInfo test) throws IOException {
    path = new Path("/" + test.getTestMethod().get().getName());
    fs.create(path, (short) 1).close();
    file = fs.getFileStatus(path);
  }

  private void assertLeft() throws IOException {
    FileStatus now = fs.getFileStatus(path);
    assertThatThrownBy(() -> FileCopy.replace(fs, file, POLICY + "@3"))
        .hasMessageContaining("it was written to meanwhile; nothing was changed");
    assertThat(fs.getFileStatus(path)).isEqualTo(now);
    assertThat(fs.getErasureCodingPolicy(path)).isNull();
    assertThat(fs.listStatus(new Path("/")))
        .noneMatch(each -> each.getPath().getName().equals(".okapi-copy"));
  }

  @Test
  void aFileThatIsAsItWasIsReplaced() throws IOException {
    FileCopy.replace(fs, file, POLICY + "@3");
    assertThat(fs.getErasureCodingPolicy(path).getName()).isEqualTo(POLICY + "@3");
  }

  /** As long as the first one, and written at the same time. */
  @Test
  void anotherFileAtThePathIsLeft() throws IOException {
    fs.delete(path, false);
    fs.create(path, (short) 1).close();
    fs.setTimes(path, file.getModificationTime(), file.getAccessTime());
    assertLeft();
  }

  @Test
  void aFileThatWasWrittenToIsLeft() throws IOException {
    fs.setTimes(path, file.getModificationTime() + 1, file.getAccessTime());
    assertLeft();
  }
}
