package io.okapifs.hdfs.write;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Writing to DataNodes without room; a cluster of its own, for two would share their folders. */
class FullDiskTest {

  @Test
  void fullDiskIsAClearErrorAndTheFileCanBeDeleted() throws Exception {
    try (BlockFileCluster full = new BlockFileCluster(3, 4L * BLOCK)) {
      Path file = new Path(full.directory("RS-3-2-64k", 3), "too-large");
      assertThatThrownBy(() -> full.write(file, BlockFileCluster.bytes(64L * BLOCK, 1)))
          .isInstanceOf(IOException.class)
          .hasMessageMatching("(?s).*(lost more members|Cannot place \\d+ blocks).*")
          .hasMessageContaining(file.toString());
      assertThat(full.fs().delete(file, false)).isTrue();
      full.restartNameNode();
      assertThat(full.fs().exists(file)).isFalse();
    }
  }
}
