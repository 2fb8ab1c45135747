package io.okapifs.bench.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two DataNodes; the second rebuilds. */
final class RepairLogTest {

  private static final String TASK =
      "INFO datanode.DataNode: DatanodeCommand action: DNA_ERASURE_CODING_RECOVERY";

  @TempDir private Path folder;
  private List<Path> logs;
  private RepairLog log;

  @BeforeEach
  void startLogs() throws IOException {
    logs = List.of(folder.resolve("a"), folder.resolve("b"));
    for (Path path : logs) {
      Files.createFile(path);
    }
    log = new RepairLog(logs);
  }

  private void say(int node, String time, String what) throws IOException {
    Files.writeString(
        logs.get(node), "2026-11-22 " + time + " " + what + "\n", StandardOpenOption.APPEND);
  }

  private static String isFinal(long block) {
    return "INFO datanode.DataNode: Received BP-1-10.0.0.1-5:blk_" + block
        + "_1007 src: /10.0.0.2:40 dest: /10.0.0.3:50 of size 1048576";
  }

  @Test
  void aRepairIsFromTheTaskToTheReplica() throws IOException {
    say(1, "23:59:59,500", TASK);
    say(1, "23:59:59,900", "WARN something else, Received nothing");
    say(0, "23:59:59,999", isFinal(-17));
    assertThat(log.ofBlock(-17).seconds()).isEqualTo(0.499);
    assertThat(log.ofBlock(-17).replicas()).isEqualTo(1);
  }

  @Test
  void otherBlocksDoNotEndIt() throws IOException {
    say(1, "10:00:00,000", TASK);
    say(0, "10:00:01,000", isFinal(-16));
    assertThat(log.ofBlock(-17)).isNull();
    say(0, "10:00:02,000", isFinal(-17));
    say(0, "10:00:09,000", isFinal(-170));
    assertThat(log.ofBlock(-17).seconds()).isEqualTo(2);
  }

  @Test
  void whatWasSaidBeforeTheMarkDoesNotCount() throws IOException {
    say(1, "10:00:00,000", TASK);
    say(1, "10:00:01,000", isFinal(5));
    log.mark();
    assertThat(log.ofAll()).isNull();
    say(0, "10:00:03,000", TASK);
    say(1, "10:00:03,250", isFinal(5));
    assertThat(log.ofBlock(5).seconds()).isEqualTo(0.25);
  }

  @Test
  void manyRepairsAreFromTheFirstTaskToTheLastReplica() throws IOException {
    say(0, "10:00:00,000", TASK);
    say(1, "10:00:01,000", TASK);
    say(1, "10:00:07,000", isFinal(5));
    say(0, "10:00:04,000", isFinal(6));
    assertThat(log.ofAll().seconds()).isEqualTo(7);
    assertThat(log.ofAll().replicas()).isEqualTo(2);
  }
}
