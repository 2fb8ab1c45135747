package io.okapifs.hdfs.tools;

import static io.okapifs.hdfs.tools.LayoutFixture.BLOCK;
import static io.okapifs.hdfs.tools.LayoutFixture.groupId;
import static io.okapifs.hdfs.tools.LayoutFixture.report;
import static io.okapifs.hdfs.tools.LayoutFixture.stripeId;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import io.okapifs.hdfs.layout.GroupTolerance;
import io.okapifs.hdfs.tools.FileLayoutReport.Group;
import io.okapifs.hdfs.tools.FileLayoutReport.Member;
import io.okapifs.hdfs.tools.FileLayoutReport.SilentNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LayoutViewsTest {

  @Test
  void textDrawsEveryGroupWithItsStripesAndHealth() {
    String text = TextView.render(report(4L * BLOCK + 1, x -> x != 3, p -> p < 2));
    assertThat(text.lines().map(String::stripTrailing))
        .containsExactly(
            "/f: 16,385 bytes in blocks of 4,096",
            "RS-3-2-1k, stripe width 2: 3 stripes of up to 2 blocks, 2 groups of up to 3 + 2",
            "",
            "  n01 = 10.0.0.1:9866  n02 = 10.0.0.2:9866  n03 = 10.0.0.3:9866"
                + "  n04 = 10.0.0.5:9866",
            "  n05 = 10.0.1.1:9866  n06 = 10.0.1.2:9866",
            "",
            "group 0: survives any 2 blocks, any 2 nodes, 0 racks",
            "  stripe 0      0 n01         1 n02",
            "  stripe 1      2 n03",
            "  parity       p0 n05        p1 n06",
            "",
            "group 1: unprotected, lost more members than its code can recover",
            "  stripe 1                    3 MISSING",
            "  stripe 2      4 n04",
            "  parity       p0 MISSING    p1 MISSING");
  }

  @Test
  void textSaysWhereMembersShareNodesCrowdARackAreSilentOrCorrupt() {
    List<Member> members =
        IntStream.range(0, 5)
            .mapToObj(
                i ->
                    new Member(
                        i, i < 3 ? "data" : "parity", (long) i, 1, List.of("n" + i % 4), "live",
                        i == 4 ? List.of("n9") : List.of()))
            .toList();
    Map<String, String> racks = Map.of("n0", "/a", "n1", "/a", "n2", "/a", "n3", "/b");
    Group group = new Group(0, 1, new GroupTolerance(2, 1, 0), false, GroupNodes.of(members, racks), members);
    FileLayoutReport report =
        new FileLayoutReport(
            "/f", 3, BLOCK, "RS-3-2-1k", 3, 2, 1, 1024, 2, 2,
            List.of(new SilentNode("n0", 34), new SilentNode("n3", 40)), List.of(),
            List.of(group));
    assertThat(group.placement()).isEqualTo(new GroupNodes(5, 1, 2, 4));
    assertThat(TextView.render(report).lines())
        .contains(
            "1 group with members on shared nodes",
            "  n01 was last heard of 34 s ago",
            "  n04 was last heard of 40 s ago",
            "group 0: survives any 2 blocks, any 1 node, 0 racks; 5 members on 4 nodes; 4 members"
                + " on one of 2 racks; 3 members on silent nodes",
            "  corrupt: parity 1 on n9");
  }

  @Test
  void textSaysWhereMembersContradictEachOther() {
    long length = 3L * BLOCK;
    FileLayoutReport report =
        report(
            LayoutFixture.stripes(length, x -> true, false),
            List.of(LayoutFixture.group(0, length, p -> true)), Map.of(), Set.of(groupId(0)));
    assertThat(report.groups().get(0).contradictory()).isTrue();
    assertThat(TextView.render(report).lines())
        .contains(
            "group 0: survives any 2 blocks, any 2 nodes, 0 racks; its members contradict each"
                + " other: it is not repaired");
  }

  @Test
  void textOfAnEmptyFileIsItsSummary() {
    assertThat(TextView.render(report(0, x -> true, p -> true)).lines().map(String::stripTrailing))
        .containsExactly(
            "/f: 0 bytes in blocks of 4,096",
            "RS-3-2-1k, stripe width 2: 0 stripes of up to 2 blocks, 0 groups of up to 3 + 2",
            "");
  }

  @Test
  void jsonHasTheAgreedKeysAndNoOthers() throws Exception {
    JsonNode json = json(report(4L * BLOCK + 1, x -> true, p -> true));
    assertThat(keys(json))
        .containsExactly(
            "schema", "path", "length", "blockSize", "policy", "k", "r", "alpha", "cellSize", "stripeWidth",
            "racks", "silentNodes", "stripes", "groups");
    assertThat(keys(json.at("/stripes/0"))).containsExactly("index", "blocks");
    assertThat(keys(json.at("/stripes/0/blocks/0")))
        .containsExactly("dataBlock", "blockId", "length", "nodes", "state", "corruptNodes");
    assertThat(keys(json.at("/groups/0")))
        .containsExactly("index", "parityLength", "survives", "contradictory", "placement", "members");
    assertThat(keys(json.at("/groups/0/placement")))
        .containsExactly("placedMembers", "membersOnSharedNodes", "racks", "mostOnOneRack");
    assertThat(keys(json.at("/groups/0/members/0")))
        .containsExactly("member", "kind", "blockId", "length", "nodes", "state", "corruptNodes");
  }

  @Test
  void jsonNamesTheFileOfEveryBlock() throws Exception {
    JsonNode json = json(report(4L * BLOCK + 1, x -> x != 3, p -> true));
    assertThat(json.at("/stripes/1/blocks/1/blockId").longValue()).isEqualTo(stripeId(1) + 1);
    assertThat(json.at("/stripes/1/blocks/1/state").textValue()).isEqualTo("missing");
    assertThat(json.at("/stripes/1/blocks/1/nodes")).isEmpty();
    assertThat(json.at("/groups/1/members/4/blockId").longValue()).isEqualTo(groupId(1) + 1);
    assertThat(json.at("/groups/1/members/4/nodes/0").textValue()).isEqualTo("10.0.1.4:9866");
    assertThat(json.at("/groups/1/members/2/blockId").isNull()).isTrue();
    assertThat(json.at("/groups/1/survives/blocks").intValue()).isOne();
    assertThat(json.at("/groups/1/survives/nodes").intValue()).isOne();
    assertThat(json.at("/groups/1/survives/racks").intValue()).isZero();
  }

  private static JsonNode json(FileLayoutReport report) throws Exception {
    return new ObjectMapper().readTree(JsonView.render(report));
  }

  private static ImmutableList<String> keys(JsonNode node) {
    return ImmutableList.copyOf(node.fieldNames());
  }
}
