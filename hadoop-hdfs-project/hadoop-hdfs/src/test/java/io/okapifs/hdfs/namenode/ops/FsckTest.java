package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.FsckRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file system check destroys nothing that can be rebuilt, and says how much more may go. */
class FsckTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final int K = 3;
  private static final int N = 5;
  private static final long LENGTH = 7L * BLOCK + CELL + 5;

  @Cluster(dataNodes = 10, failRepairs = true)
  private static BlockFileCluster cluster;

  @AfterEach
  void deleteFiles() throws Exception {
    cluster.restartStopped();
    cluster.deleteFiles();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void neitherDeleteNorMoveTouchesAFileAfterAnyLossThatItSurvives(int s) throws Exception {
    byte[] bytes = BlockFileCluster.bytes(LENGTH, s);
    List<Path> files = new ArrayList<>();
    for (int first = 0; first < N; first++) {
      for (int second = first; second < N; second++) {
        Path file = write(s, "lost-" + first + "-" + second, bytes);
        lose(file, 0, first == second ? List.of(first) : List.of(first, second));
        files.add(file);
      }
    }
    for (String action : List.of("-delete", "-move")) {
      FsckRun.Outcome check = FsckRun.run(cluster, "/", action);
      assertThat(check.exitCode()).as(check.report()).isZero();
      assertThat(check.report()).contains("is HEALTHY").doesNotContain("MISSING", "CORRUPT");
    }
    assertThat(cluster.fs().exists(new Path("/lost+found"))).isFalse();
    for (Path file : files) {
      assertThat(Arrays.equals(cluster.read(file), bytes)).as("content of %s", file).isTrue();
    }
    assertTolerance(files.get(0), 0, 1);
    assertTolerance(files.get(1), 0, 0);
  }

  /** A stripe of 5 and 8 blocks has members of both groups. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void aLossInOneGroupAndNoParityInAnotherIsNoReasonToDelete(int s) throws Exception {
    byte[] bytes = BlockFileCluster.bytes(LENGTH, s);
    Path file = write(s, "unprotected", bytes);
    lose(file, 0, List.of(1, 2));
    lose(file, 1, List.of(K, K + 1));
    FsckRun.Outcome check = FsckRun.run(cluster, "/", "-delete");
    assertThat(check.exitCode()).as(check.report()).isZero();
    assertThat(check.report()).contains("is HEALTHY");
    assertThat(Arrays.equals(cluster.read(file), bytes)).isTrue();
    assertTolerance(file, 1, 0);
  }

  /** As above, with the parity on dead nodes. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void aLossInOneGroupAndDeadParityInAnotherIsNoReasonToDelete(int s) throws Exception {
    byte[] bytes = BlockFileCluster.bytes(LENGTH, s);
    Path file = write(s, "dead-parity", bytes);
    Replica first = cluster.member(file, 1, K);
    Replica second = cluster.member(file, 1, K + 1);
    cluster.kill(first.node());
    cluster.kill(second.node());
    // They may have had members of the other group, too.
    List<Integer> left = new ArrayList<>();
    for (int member = 0; member < N; member++) {
      if (cluster.memberIfAny(file, 0, member).node() != null) {
        left.add(member);
      }
    }
    lose(file, 0, left.subList(0, left.size() - K));
    FsckRun.Outcome check = FsckRun.run(cluster, "/", "-delete");
    assertThat(check.exitCode()).as(check.report()).isZero();
    assertThat(Arrays.equals(cluster.read(file), bytes)).isTrue();
  }

  private static String corruptFiles() throws Exception {
    return FsckRun.run(cluster, "/", "-list-corruptfileblocks").report();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void aFileThatLostMoreThanItsParityIsTheOnlyOneThatGoes(int s) throws Exception {
    byte[] bytes = BlockFileCluster.bytes(LENGTH, s);
    Path lost = write(s, "lost", bytes);
    Path kept = write(s, "kept", bytes);
    lose(lost, 1, List.of(0, 2, 4));
    lose(kept, 1, List.of(0, 2));
    FsckRun.Outcome check = FsckRun.run(cluster, "/", "-files");
    assertThat(check.exitCode()).isOne();
    assertThat(check.report()).contains("is CORRUPT");
    // The other stripes of a group are judged by the next round.
    BlockFileCluster.await("the loss to be listed", () -> corruptFiles().contains(lost.toString()));
    assertThat(corruptFiles()).doesNotContain(kept.toString());
    assertTolerance(lost, 0, -1);
    assertTolerance(kept, 0, 0);

    assertThat(FsckRun.run(cluster, "/", "-delete").exitCode()).isOne();
    assertThat(cluster.fs().exists(lost)).isFalse();
    assertThat(Arrays.equals(cluster.read(kept), bytes)).isTrue();
    assertThat(FsckRun.run(cluster, "/").exitCode()).isZero();
  }

  @Test
  void membersOnDeadNodesAreJudgedAsBadOnesAre() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(LENGTH, 9);
    Path file = write(2, "dead", bytes);
    List<DatanodeInfo> nodes = new ArrayList<>();
    for (int member : new int[] {0, 1, 3}) {
      nodes.add(cluster.member(file, 1, member).node());
    }
    cluster.kill(nodes.get(0));
    cluster.kill(nodes.get(1));
    assertThat(FsckRun.run(cluster, "/", "-delete").exitCode()).isZero();
    assertThat(Arrays.equals(cluster.read(file), bytes)).isTrue();
    cluster.kill(nodes.get(2));
    assertThat(FsckRun.run(cluster, file.toString()).exitCode()).isOne();
    cluster.restartStopped();
    BlockFileCluster.await(
        "all nodes back", () -> FsckRun.run(cluster, file.toString()).exitCode() == 0);
    assertThat(Arrays.equals(cluster.read(file), bytes)).isTrue();
  }

  @Test
  void wholeEmptyAndForeignFilesAreToldFor() throws Exception {
    Path whole = write(4, "whole", BlockFileCluster.bytes(LENGTH, 3));
    Path empty = write(4, "empty", new byte[0]);
    Path replicated = new Path("/replicated");
    cluster.write(replicated, new byte[9]);
    assertTolerance(whole, 0, 2);
    FsckRun.Outcome check = FsckRun.run(cluster, "/", "-files");
    assertThat(check.report().lines().filter(line -> line.startsWith(" Decoupled: ")))
        .containsExactlyInAnyOrder(
            line(
                4,
                "groups=3, unprotected groups=0, worst remaining tolerance=2, of nodes=2, of racks=0,"
                    + " waiting for encoding=0, corrupt replicas=0"),
            line(4, "groups=0, corrupt replicas=0"));
    assertThat(check.line(empty + " ")).contains("policy=" + POLICY + "@4", "0 block(s)");
    assertThat(FsckRun.run(cluster, "/").report()).doesNotContain("Decoupled: ");
  }

  @Test
  void aGroupThatLacksDataDoesNotWaitForEncoding() throws Exception {
    Path file = write(2, "lost-for-good", BlockFileCluster.bytes(LENGTH, 4));
    lose(file, 0, List.of(K, K + 1));
    assertThat(FsckRun.run(cluster, file.toString(), "-files").line(" Decoupled: "))
        .contains("unprotected groups=1", "waiting for encoding=1", "corrupt replicas=2");
    lose(file, 0, List.of(0));
    assertThat(FsckRun.run(cluster, file.toString(), "-files").line(" Decoupled: "))
        .contains("unprotected groups=1", "waiting for encoding=0", "corrupt replicas=3");
  }

  /** Data stripes are a file's blocks; parity groups are named, and counted by what they survive. */
  @Test
  void parityGroupsAreNoBlocksOfAFile() throws Exception {
    Path whole = write(4, "named", BlockFileCluster.bytes(LENGTH, 5));
    int stripes = cluster.dataStripes(whole).size();
    long groups = cluster.layout(whole).groupCount(LENGTH);
    FsckRun.Outcome check = FsckRun.run(cluster, whole.toString(), "-files", "-blocks");
    assertThat(check.line(whole + " " + LENGTH)).contains(", " + stripes + " block(s)");
    for (int group = 0; group < groups; group++) {
      assertThat(check.report()).contains((stripes + group) + ". parity of group " + group + " BP-");
    }
    assertThat(check.line(" Total block groups (validated):"))
        .contains(":\t" + (stripes + groups) + " ");
    assertThat(check.line(" Minimally erasure-coded block groups:")).contains("(100.0 %)");
    assertThat(check.line(" Parity groups among them:")).endsWith("\t" + groups);
    assertThat(check.line("  that survive 2 more losses:")).endsWith("\t" + groups);
    lose(whole, 1, List.of(0));
    check = FsckRun.run(cluster, whole.toString());
    assertThat(check.line("  that survive 2 more losses:")).endsWith("\t" + (groups - 1));
    assertThat(check.line("  that survive 1 more losses:")).endsWith("\t1");
    cluster.write(new Path("/replicated-alone"), new byte[9]);
    assertThat(FsckRun.run(cluster, "/replicated-alone").report()).doesNotContain("Parity groups");
  }

  private static void assertTolerance(Path file, int unprotected, int worst) throws Exception {
    int s = cluster.layout(file).stripeWidth();
    long groups = cluster.layout(file).groupCount(LENGTH);
    String line = FsckRun.run(cluster, file.toString(), "-files").line(" Decoupled: ");
    assertThat(line.replaceFirst(", corrupt replicas=\\d+$", ""))
        .isEqualTo(
            line(s, "groups=" + groups + ", unprotected groups=" + unprotected
                + ", worst remaining tolerance=" + worst + ", of nodes=" + worst
                + ", of racks=" + Math.min(0, worst) + ", waiting for encoding=" + unprotected));
  }

  private static String line(int s, String groups) {
    return " Decoupled: policy=" + POLICY + ", stripe width=" + s + ", " + groups;
  }

  private static Path write(int s, String name, byte[] bytes) throws Exception {
    Path file = new Path(cluster.directory(POLICY, s), name);
    cluster.write(file, bytes);
    if (bytes.length > 0) {
      cluster.checkBlocks(file, bytes);
    }
    return file;
  }

  private static void lose(Path file, int group, List<Integer> members) throws Exception {
    List<Replica> replicas = new ArrayList<>();
    for (int member : members) {
      replicas.add(cluster.member(file, group, member));
    }
    cluster.reportCorrupt(replicas);
  }
}
