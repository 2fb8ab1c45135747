package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.testing.Turn;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That the benchmarks of the NameNode run and say what they should. */
final class NameNodeScenariosTest extends ScenarioRun {

  @Test
  @Turn(2)
  void nameNodeHeapCountsEveryBlockGroup() throws Exception {
    List<JsonNode> lines = run("namenode-heap --files 20 --heap 512m");
    assertThat(result(lines, "setup").get("policy").asText()).isEqualTo("RS-6-3-1024k");
    for (String map : List.of("BlocksMap", "INodeMap")) {
      JsonNode line = result(lines, map);
      assertThat(line.get("stockBytesPerFile").asDouble()).isPositive();
      double ratio = line.get("ratio").asDouble();
      assertThat(ratio).isFinite().isGreaterThan(1);
      assertThat(line.get("atMostPaper").asBoolean())
          .isEqualTo(ratio <= line.get("paperRatio").asDouble());
    }
    // 25 blocks of 8 MiB are 5 stripes and 5 parity groups; as many files again warmed up.
    String inodes = "org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped";
    List<JsonNode> classes = results(lines, "classes");
    assertThat(classes.get(0).get("objectsAndBytes").get(inodes).get(0).asInt()).isEqualTo(200);
    assertThat(classes.get(2).get("objectsAndBytes").get(inodes + "Data").get(0).asInt())
        .isEqualTo(200);
    assertThat(classes.get(2).get("objectsAndBytes").get(inodes + "Parity").get(0).asInt())
        .isEqualTo(200);
  }

  @Test
  @Turn(2)
  void nameNodeHeapTakesPoliciesThatHdfsHasNot() throws Exception {
    List<JsonNode> lines =
        run("namenode-heap --policy RS-12-3 --files 2 --file-bytes 20000000 --block-mib 1"
            + " --heap 512m");
    assertThat(result(lines, "BlocksMap").get("paperRatio").asDouble()).isEqualTo(1.2);
    assertThat(result(lines, "INodeMap").get("ratio").asDouble()).isGreaterThan(1);
  }

  @Test
  @Turn(0)
  void nodeRecoveryReadsKBytesForEachByteThatItRebuilds() throws Exception {
    List<JsonNode> lines =
        run("node-recovery --policy RS-3-2-1024k --stripe-width 3 --nodes 7 --files 12"
            + " --file-mib 6 --block-mib 2 --pairs 2 --warm-ups 0");
    JsonNode recovery = result(lines, "recovery");
    checkRatio(recovery, 2);
    for (String side : List.of("ours", "stock")) {
      long lost = recovery.get(side + "LostBytes").asLong();
      assertThat(lost).isPositive();
      assertThat(recovery.get(side + "WrittenBytes").asLong()).as(side).isEqualTo(lost);
      assertThat(recovery.get(side + "ReadBytes").asLong()).as(side).isEqualTo(3 * lost);
    }
  }

  @Test
  @Turn(1)
  void redundancyScanLooksAtAsManyBlockGroupsOnBothSides() throws Exception {
    List<JsonNode> lines =
        run("redundancy-scan --block-groups 40 --pairs 2 --warm-ups 0 --heap 512m");
    checkRatio(result(lines, "scan"), 2);
  }

  @Test
  @Turn(0)
  void tenThousandGroupsWithoutParityFloodNoNodeAndNothingIsHandedOutTwice() throws Exception {
    JsonNode line = result(run("back-fill --groups 10000"), "back-fill");
    assertThat(line.get("membersIssued").asInt()).isEqualTo(20_000);
    assertThat(line.get("membersIssuedTwice").asInt()).isZero();
    assertThat(line.get("atOneNodeMax").asInt()).isBetween(1, 2);
    assertThat(line.get("pendingMax").asInt()).isPositive()
        .isLessThanOrEqualTo(line.get("pendingAllowed").asInt());
    assertThat(line.get("unprotectedGroups").asInt()).isZero();
    assertThat(line.get("wholeParityGroups").asInt()).isEqualTo(10_000);
    assertThat(line.get("passes").asBoolean()).isTrue();
  }
}
