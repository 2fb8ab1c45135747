package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.StreamFaults;
import io.okapifs.hdfs.testing.StreamFaults.Member;
import io.okapifs.hdfs.testing.StreamFaults.Point;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Losses of a code with local groups. */
class LrcLossPatternsTest extends LossPatternsCases {

  LrcLossPatternsTest() {
    super("AZURE-LRC2-4-3");
  }

  /** AZURE-LRC2-6-4: members 0 to 2 with parity 6, 3 to 5 with parity 7; parities 8, 9 over all. */
  @Test
  void aWriterGoesOnAsLongAsWhatLivesCanBeDecoded() throws Exception {
    Path directory = cluster.directory(cluster.addPolicy("AZURE-LRC2-6-4"), 6);
    Path file = new Path(directory, "more-than-any-three");
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 9);
    try (StreamFaults faults = new StreamFaults(cluster)) {
      write(faults, file, bytes, 0, 1, 3, 4);
      assertThat(faults.broken()).hasSize(4);
      assertThat(cluster.read(file)).isEqualTo(bytes);
      faults.allowRepairs();
      HealthChecks.awaitWhole(cluster, file, bytes);
      HealthChecks.assertHealthy(cluster, file);
      Path ended = new Path(directory, "four-of-one-local-group");
      assertThatThrownBy(() -> write(faults, ended, bytes, 0, 1, 2, 6))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("lost more members than AZURE-LRC2-6-4-64k survives:"
              + " lostMembers=4, survivable=3");
    }
    cluster.fs().delete(directory, true);
  }

  private static void write(StreamFaults faults, Path file, byte[] bytes, int... broken)
      throws IOException {
    try (FSDataOutputStream out = cluster.create(file)) {
      Map<Member, Point> victims = new HashMap<>();
      IntStream.of(broken).forEach(member -> victims.put(new Member(0, member), Point.FIRST_ROW));
      faults.arm(file, victims);
      out.write(bytes);
    }
  }
}
