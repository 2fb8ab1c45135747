package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CheckStopResponseProto;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.tools.EcRun.Outcome;
import io.okapifs.hdfs.transition.TransitionClient;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** `hdfs ec -okToStop`. */
class StopCheckTest {

  private static final int NODES = 10;

  @Cluster(
      dataNodes = NODES,
      settings = DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY + "=false")
  private static BlockFileCluster cluster;

  private static int files;

  @AfterEach
  void deleteFiles() throws Exception {
    for (FileStatus each : cluster.fs().listStatus(new Path("/"))) {
      cluster.fs().delete(each.getPath(), true);
    }
  }

  /** Of one kind. */
  private record Sum(long lookedAt, long unreadable, long atRisk) {

    Sum plus(boolean looked, int more) {
      return !looked ? this
          : new Sum(lookedAt + 1, unreadable + (more < 0 ? 1 : 0), atRisk + (more == 0 ? 1 : 0));
    }
  }

  private static final Sum NONE = new Sum(0, 0, 0);

  private static Sum sum(CheckStopResponseProto answer, int kind) {
    CheckStopResponseProto.SumProto sum = answer.getSum(kind);
    return new Sum(sum.getLookedAt(), sum.getUnreadable(), sum.getAtRisk());
  }

  private static Path write(Path directory, int blocks) throws Exception {
    Path file = new Path(directory, "file" + files++);
    byte[] bytes = BlockFileCluster.bytes(blocks * (long) BLOCK - 5, files);
    cluster.write(file, bytes);
    return file;
  }

  private static JsonNode layout(Path file) throws Exception {
    Outcome outcome =
        EcRun.run(cluster.fs().getConf(), "-layout", "-path", file.toString(), "-json");
    return new ObjectMapper().readTree(String.join("\n", outcome.out()));
  }

  private static List<String> nodes() {
    return new ArrayList<>(
        cluster.mini().getDataNodes().stream().map(node -> node.getDisplayName()).toList());
  }

  /** Against what the layouts of files say, for many sets of nodes. */
  @Test
  void whatCouldNotBeReadIsWhatTheLayoutsSay() throws Exception {
    List<Path> written = new ArrayList<>();
    for (String code : List.of("RS-3-2", "SHEC3-6-4", "LESS2-4-2")) {
      for (int width : new int[] {1, 2, 4}) {
        Path directory = cluster.directory(cluster.addPolicy(code), width);
        written.add(write(directory, 1));
        written.add(write(directory, 7));
      }
    }
    List<JsonNode> layouts = new ArrayList<>();
    for (Path file : written) {
      HealthChecks.assertHealthy(cluster, file);
      layouts.add(layout(file));
    }
    Random random = new Random(3);
    TransitionClient client = new TransitionClient(cluster.fs());
    for (int i = 0; i < 60; i++) {
      List<String> stopped = nodes();
      Collections.shuffle(stopped, random);
      stopped = stopped.subList(0, 1 + i % 6);
      Sum expected = NONE;
      for (JsonNode layout : layouts) {
        ErasureCode code = code(layout);
        for (JsonNode group : layout.get("groups")) {
          expected = expected.plus(touches(group, stopped), left(code, group, stopped));
        }
      }
      assertThat(sum(client.checkStop(stopped), 0)).as("%s", stopped).isEqualTo(expected);
    }
  }

  private static ErasureCode code(JsonNode layout) {
    String policy = layout.get("policy").textValue();
    return CodeRegistry.byName(policy.substring(0, policy.lastIndexOf('-')));
  }

  private static boolean touches(JsonNode group, List<String> stopped) {
    return group.findValues("nodes").stream()
        .flatMap(nodes -> Stream.of(nodes.path(0).asText())).anyMatch(stopped::contains);
  }

  private static int left(ErasureCode code, JsonNode group, List<String> stopped) {
    BitSet left = new BitSet();
    Set<Integer> data = new TreeSet<>();
    for (JsonNode member : group.get("members")) {
      int number = member.get("member").intValue();
      boolean absent = member.get("state").textValue().equals("absent");
      left.set(number, absent || !stopped.contains(member.at("/nodes/0").asText()));
      if (!absent && number < code.k()) {
        data.add(number);
      }
    }
    boolean readable =
        data.stream().allMatch(member -> left.get(member) || code.recoverable(member, left));
    return readable ? Math.max(0, code.tolerance() - (code.n() - left.cardinality())) : -1;
  }

  @Test
  void blocksOfHdfsOwnFormsCountAsWell() throws Exception {
    Path coupled = write(cluster.coupledDirectory("RS-3-2-64k"), 3);
    cluster.awaitCoupled(coupled);
    Path replicated = write(new Path("/"), 1);
    cluster.fs().setReplication(replicated, (short) 2);
    TransitionClient client = new TransitionClient(cluster.fs());
    BlockFileCluster.await("two replicas", () -> places(replicated).size() == 2);
    List<String> places = new ArrayList<>(places(coupled));
    assertThat(sum(client.checkStop(places.subList(0, 1)), 1)).isEqualTo(new Sum(1, 0, 0));
    assertThat(sum(client.checkStop(places.subList(0, 2)), 1)).isEqualTo(new Sum(1, 0, 1));
    CheckStopResponseProto three = client.checkStop(places.subList(0, 3));
    assertThat(sum(three, 1)).isEqualTo(new Sum(1, 1, 0));
    assertThat(three.getUnreadablePathList()).contains(coupled.toString());
    List<String> replicas = new ArrayList<>(places(replicated));
    assertThat(sum(client.checkStop(replicas.subList(0, 1)), 2)).isEqualTo(new Sum(1, 0, 1));
    assertThat(sum(client.checkStop(replicas), 2)).isEqualTo(new Sum(1, 1, 0));
  }

  private static Set<String> places(Path file) throws Exception {
    Set<String> places = new HashSet<>();
    for (LocatedBlock block :
        cluster.fs().getClient().getLocatedBlocks(file.toString(), 0).getLocatedBlocks()) {
      for (DatanodeInfo node : block.getLocations()) {
        places.add(node.getXferAddr());
      }
    }
    return places;
  }

  @Test
  void theExitCodeTellsScriptsWhatWouldBe() throws Exception {
    Path file = write(cluster.directory("RS-3-2-64k", 3), 3);
    HealthChecks.assertHealthy(cluster, file);
    List<String> places = new ArrayList<>();
    layout(file).at("/groups/0/members").forEach(
        member -> places.add(member.at("/nodes/0").textValue()));
    assertThat(okToStop(places.subList(0, 1)).exitCode()).isZero();
    assertThat(okToStop(places.subList(0, 2)).exitCode()).isEqualTo(3);
    Outcome three = okToStop(places.subList(0, 3));
    assertThat(three.exitCode()).isEqualTo(4);
    assertThat(three.out()).contains("could not be read: " + file);
    Outcome unknown = okToStop(List.of("nowhere"));
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).hasSize(1).first().asString()
        .contains("no DataNode is called nowhere", "dfsadmin -report");
  }

  private static Outcome okToStop(List<String> nodes) throws Exception {
    return EcRun.run(
        cluster.fs().getConf(),
        Stream.concat(Stream.of("-okToStop"), nodes.stream()).toArray(String[]::new));
  }
}
