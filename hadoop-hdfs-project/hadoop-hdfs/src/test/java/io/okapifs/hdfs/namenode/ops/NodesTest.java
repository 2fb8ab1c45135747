package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.ec.BuildInfo;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersResponseProto.MemberProto;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.GroupFiles;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.tools.EcRun.Outcome;
import io.okapifs.hdfs.transition.TransitionClient;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** `hdfs ec -nodes`. */
class NodesTest {

  private static final int NODES = 10;

  @Cluster(dataNodes = NODES, racks = {"/a", "/b"})
  private static BlockFileCluster cluster;

  @AfterEach
  void deleteFiles() throws Exception {
    cluster.restartStopped();
    for (FileStatus each : cluster.fs().listStatus(new Path("/"))) {
      cluster.fs().delete(each.getPath(), true);
    }
  }

  private static Outcome ec(String... args) throws Exception {
    return EcRun.run(cluster.fs().getConf(), args);
  }

  private static JsonNode nodes() throws IOException {
    try {
      Outcome outcome = ec("-nodes", "-json");
      assertThat(outcome.exitCode()).as("%s", outcome).isZero();
      return new ObjectMapper().readTree(String.join("\n", outcome.out())).get("nodes");
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static void awaitTold() throws Exception {
    BlockFileCluster.await("all nodes to tell what they are", () -> {
      for (JsonNode node : nodes()) {
        if (node.get("kernel").asText().isEmpty()) {
          return false;
        }
      }
      return true;
    });
  }

  @Test
  void everyNodeTellsItsVersionAndKernelAlsoToANameNodeThatRestarted() throws Exception {
    awaitTold();
    cluster.restartNameNode();
    awaitTold();
    JsonNode nodes = nodes();
    assertThat(nodes).hasSize(NODES);
    for (JsonNode node : nodes) {
      assertThat(node.get("kernel").asText()).isEqualTo(Kernels.best().name());
      assertThat(node.get("commit").asText()).isEqualTo(BuildInfo.commit());
      assertThat(node.get("version").asText()).startsWith("3.3.6");
      assertThat(node.get("state").asText()).isEqualTo("live");
      assertThat(node.get("rack").asText()).isIn("/a", "/b");
    }
    assertThat(ec("-nodes").out()).hasSize(NODES + 1);
  }

  @Test
  void aNodeThatIsNamedIsShownAlone() throws Exception {
    String address = cluster.fs().getDataNodeStats(DatanodeReportType.LIVE)[3].getXferAddr();
    Outcome one = ec("-nodes", address);
    assertThat(one.out()).hasSize(2).last().asString().startsWith(address);
    assertThat(ec("-nodes", "nowhere").err())
        .singleElement().asString().contains("no DataNode is called nowhere");
    assertThat(ec("-nodes", "-groups").err()).first().asString()
        .contains("-groups is about one node, here are 0");
  }

  /** All members of all groups, each on its node and nowhere else, with the losses left. */
  @Test
  void whatLiesOnTheNodesIsEveryMemberOnce() throws Exception {
    Set<Replica> expected = new HashSet<>();
    for (int width : new int[] {1, 4}) {
      Path file = new Path(cluster.directory("RS-3-2-64k", width), "file");
      byte[] bytes = BlockFileCluster.bytes(7L * BLOCK - 5, width);
      cluster.write(file, bytes);
      HealthChecks.awaitWhole(cluster, file, bytes);
      for (int group = 0; group < 3; group++) {
        for (int member : new GroupFiles(cluster, file, group, bytes.length).members()) {
          expected.add(cluster.member(file, group, member));
        }
      }
    }
    BlockFileCluster.await("a pass of the sweep to count them", () -> {
      long counted = 0;
      for (JsonNode node : nodes()) {
        counted += node.get("members").asLong();
      }
      return counted == expected.size();
    });
    Set<String> places = new TreeSet<>();
    expected.forEach(
        each -> places.add(each.block().getBlockId() + " on " + each.node().getXferAddr()));
    // One that moved to a better place is there twice for a while.
    BlockFileCluster.await(
        "each of " + places + " to be found once",
        () -> members().keySet().equals(places));
    for (MemberProto member : members().values()) {
      assertThat(member.getSurvives()).isEqualTo(2);
      assertThat(member.getPolicy()).isEqualTo("RS-3-2-64k");
      assertThat(member.getParity()).isEqualTo(member.getMember() >= 3);
      assertThat(member.getLength()).isPositive();
    }
  }

  /** By replica and node. */
  private static Map<String, MemberProto> members() throws IOException {
    Map<String, MemberProto> members = new TreeMap<>();
    TransitionClient client = new TransitionClient(cluster.fs());
    for (var node : cluster.fs().getDataNodeStats(DatanodeReportType.LIVE)) {
      String address = node.getXferAddr();
      ListMembersRequestProto request =
          ListMembersRequestProto.newBuilder().setNode(address).build();
      for (MemberProto member : client.members(request).getMemberList()) {
        assertThat(members.put(member.getBlockId() + " on " + address, member)).isNull();
      }
    }
    return members;
  }

  @Test
  void eachMemberIsALineOfTextOrJson() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 1), "lines");
    cluster.write(file, BlockFileCluster.bytes(BLOCK, 3));
    Replica parity = cluster.member(file, 0, 4);
    String node = parity.node().getXferAddr();
    Outcome text = ec("-nodes", node, "-groups");
    assertThat(text.out()).singleElement().asString()
        .startsWith(file + ": group 0 of RS-3-2-64k, member 4 (parity), blk_")
        .endsWith(BLOCK + " bytes, survives any 2 more");
    Outcome json = ec("-nodes", node, "-groups", "-json");
    assertThat(json.out()).hasSize(1);
    JsonNode member = new ObjectMapper().readTree(json.out().get(0));
    assertThat(member.get("schema").asText()).isEqualTo("member.1");
    assertThat(member.get("block").asLong()).isEqualTo(parity.block().getBlockId());
  }

  @Test
  void manyMembersComeInPages() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 1);
    int files = 3;
    for (int i = 0; i < files; i++) {
      Path file = new Path(directory, "file" + i);
      byte[] bytes = BlockFileCluster.bytes(9L * BLOCK, i);
      cluster.write(file, bytes);
      HealthChecks.awaitWhole(cluster, file, bytes);
    }
    int all = 0;
    int pages = 0;
    for (var node : cluster.mini().getDataNodes()) {
      ListMembersRequestProto.Builder request =
          ListMembersRequestProto.newBuilder().setNode(node.getDisplayName());
      ListMembersResponseProto page;
      do {
        page =
            NodeMembers.page(
                cluster.mini().getNamesystem().getBlockManager(), request.build(), 2);
        assertThat(page.getMemberCount()).isLessThanOrEqualTo(2);
        all += page.getMemberCount();
        pages++;
        request.setAfter(page.getNext());
      } while (page.hasNext());
    }
    assertThat(all).isEqualTo(files * (9 + 3 * 2));
    assertThat(pages).isGreaterThan(NODES);
  }
}
