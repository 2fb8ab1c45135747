package io.okapifs.hdfs.namenode.scrub;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.hdfs.datanode.repair.RepairCount;
import io.okapifs.hdfs.namenode.repair.NodeStates;
import io.okapifs.hdfs.namenode.transition.TransitionService;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusResponseProto;
import io.okapifs.hdfs.repair.ContradictionReport;
import io.okapifs.hdfs.repair.GroupMember;
import io.okapifs.hdfs.repair.NodeState;
import io.okapifs.hdfs.repair.ScrubBandwidth;
import io.okapifs.hdfs.repair.ScrubResult;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.PolicyRepairs;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.tools.EcRun.Outcome;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.io.IOException;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DataNodes compare the members of all groups where they are told to. */
class ScrubTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final String WINDOW = TransitionService.WINDOW_KEY;
  private static final int CHUNK = 512;

  @Cluster(
      dataNodes = 12,
      codes = {"LESS3-6-3", "XOR-2-1"},
      settings = {
        ClusterSettings.RETRY_SOON,
        "dfs.datanode.ec.scrub.bandwidthPerSec=1g",
        "dfs.namenode.ec.scrub.period=0",
        "dfs.datanode.ec.group-repair.window-bytes=" + (16 << 10)
      })
  private static BlockFileCluster cluster;

  @BeforeEach
  void noteEachGroup() {
    service().noteEvery(0);
  }

  @AfterEach
  void rest() throws Exception {
    set(ScrubService.PERIOD_KEY, "0");
    set(WINDOW, "");
    tellAll(state -> state.doing(0, 0, 0));
    for (FileStatus each : cluster.fs().listStatus(new Path("/"))) {
      cluster.fs().delete(each.getPath(), true);
    }
  }

  private static FSNamesystem namesystem() {
    return cluster.mini().getNamesystem();
  }

  private static ScrubService service() {
    return ScrubService.of(namesystem());
  }

  private static void set(String key, String value) throws Exception {
    cluster.mini().getNameNode().reconfigureProperty(key, value);
  }

  private static GetScrubStatusResponseProto status() throws Exception {
    try (TransitionClient client = new TransitionClient(cluster.fs())) {
      return client.scrubStatus();
    }
  }

  /** Has the NameNode believe something else of all DataNodes. */
  private static void tellAll(UnaryOperator<NodeState> change) {
    NodeStates states = NodeStates.of(namesystem());
    for (DataNode node : cluster.mini().getDataNodes()) {
      states.get(node.getDatanodeUuid())
          .ifPresent(
              state -> states.put(node.getDatanodeUuid(), change.apply(state), any -> true));
    }
  }

  /** The number of the pass that ended last, or goes on. */
  private static long passes() throws Exception {
    GetScrubStatusResponseProto status = status();
    return status.hasRunning() ? status.getRunning().getNumber() : status.getEnded().getNumber();
  }

  /** Lets one pass begin and end. */
  private static GetScrubStatusResponseProto pass() throws Exception {
    long before = passes();
    set(ScrubService.PERIOD_KEY, "1ms");
    BlockFileCluster.await("a pass to begin", () -> passes() > before);
    return end(passes());
  }

  private static GetScrubStatusResponseProto end(long pass) throws Exception {
    BlockFileCluster.await(
        "pass " + pass + " to end, now " + status(),
        () -> status().getEnded().getNumber() >= pass);
    set(ScrubService.PERIOD_KEY, "365d");
    return status();
  }

  private static Path written(String policy, int stripeWidth, int blocks) throws Exception {
    byte[] bytes = BlockFileCluster.bytes((long) blocks * BLOCK - 5, blocks);
    Path file = new Path(cluster.directory(policy, stripeWidth), "file" + blocks);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    return file;
  }

  private static long scrubs(String policy) {
    return PolicyRepairs.of(cluster, policy).get(RepairCount.SCRUBS);
  }

  private static Outcome ec(String... args) throws Exception {
    return EcRun.run(cluster.fs().getConf(), args);
  }

  @Test
  void everyGroupIsReadToItsEndOnceAndTheAgeFallsWithTheEndOfThePass() throws Exception {
    written(POLICY, 2, 7);
    written(POLICY, 3, 3);
    long scrubs = scrubs(POLICY);
    GetScrubStatusResponseProto first = pass();
    assertThat(first.getEnded().getVerified()).isEqualTo(4);
    assertThat(first.getEnded().getWrong()).isZero();
    assertThat(first.getEnded().getLeftOut()).isZero();
    // Data of 10 blocks but for 10 bytes; the last stripe of the first file has two half blocks.
    assertThat(first.getEnded().getBytes())
        .isEqualTo(10L * BLOCK - 10 + 2 * (3L * BLOCK + BLOCK / 2));
    assertThat(first.getWrongList()).isEmpty();
    BlockFileCluster.await("the counts", () -> scrubs(POLICY) == scrubs + 4);

    GetScrubStatusResponseProto second = pass();
    assertThat(second.getEnded().getVerified()).isEqualTo(4);
    long age = System.currentTimeMillis() - second.getEnded().getSinceMs();
    assertThat(second.getOldestMs()).isLessThanOrEqualTo(age);
    assertThat(second.getEnded().getSinceMs()).isGreaterThan(first.getEnded().getEndedMs() - 1);
    assertThat(BlockFileCluster.stateOf("ScrubWrongGroups")).isZero();
    assertThat(ec("-verify", "-status").exitCode()).isZero();
  }

  /** One rewritten member of one sub-block a block, and of several; parity as well. */
  @ParameterizedTest
  @CsvSource({"RS-3-2, 2, 1", "RS-3-2, 3, 4", "LESS3-6-3, 2, 2", "LESS3-6-3, 6, 8"})
  void aRewrittenMemberIsFoundNamedCountedAndRebuilt(String code, int stripeWidth, int member)
      throws Exception {
    Path file = written(code + "-64k", stripeWidth, code.startsWith("RS") ? 6 : 12);
    byte[] bytes = cluster.read(file);
    Replica wrong = cluster.member(file, 1, member);
    cluster.rewrite(wrong, BLOCK / 2, BLOCK - CHUNK);

    GetScrubStatusResponseProto found = pass();
    assertThat(found.getEnded().getWrong()).isOne();
    assertThat(found.getEnded().getVerified()).isOne();
    assertThat(found.getWrongList()).singleElement().satisfies(each -> {
      assertThat(each.getPath()).isEqualTo(file.toString());
      assertThat(each.getGroup()).isOne();
      assertThat(each.getMemberList()).containsExactly(member);
    });
    assertThat(BlockFileCluster.stateOf("ScrubWrongGroups")).isOne();
    Outcome told = ec("-verify", "-status");
    assertThat(told.exitCode()).isEqualTo(2);
    assertThat(told.out())
        .anyMatch(
            line -> line.startsWith("wrong: " + file + " group 1")
                && line.contains("member " + member + " wrong"));

    HealthChecks.awaitRight(cluster, file, bytes);
    HealthChecks.assertHealthy(cluster, file);
    GetScrubStatusResponseProto clean = pass();
    assertThat(clean.getEnded().getVerified()).isEqualTo(2);
    assertThat(clean.getEnded().getWrong()).isZero();
    assertThat(clean.getWrongList()).isEmpty();
    assertThat(BlockFileCluster.stateOf("ScrubWrongGroups")).isZero();
  }

  @Test
  void whereNobodyCanBeToldTheGroupIsNamedAndNotRepaired() throws Exception {
    Path file = written("XOR-2-1-64k", 2, 2);
    cluster.rewrite(cluster.member(file, 0, 0), 0, CHUNK);
    GetScrubStatusResponseProto found = pass();
    assertThat(found.getWrongList()).singleElement().satisfies(each -> {
      assertThat(each.getPath()).isEqualTo(file.toString());
      assertThat(each.getMemberList()).isEmpty();
    });
    assertThat(BlockFileCluster.stateOf("ContradictoryGroups")).isOne();
    assertThat(ec("-verify", "-status").out()).anyMatch(line -> line.contains("cannot be told"));
  }

  @Test
  void nothingIsHandedOutOutsideOfTheTimeOfDay() throws Exception {
    written(POLICY, 3, 3);
    LocalTime now = LocalTime.now().withSecond(0).withNano(0);
    set(WINDOW, now.plusHours(2) + "-" + now.plusHours(3));
    long before = passes();
    long scrubs = scrubs(POLICY);
    set(ScrubService.PERIOD_KEY, "1ms");
    BlockFileCluster.await("the reason", () -> status().getWhy().contains(WINDOW));
    cluster.awaitRounds(2);
    assertThat(scrubs(POLICY)).isEqualTo(scrubs);
    assertThat(passes()).isEqualTo(before);
    set(WINDOW, "");
    BlockFileCluster.await("a pass", () -> status().getEnded().getNumber() > before);
  }

  @Test
  void nothingIsHandedOutWhileDataNodesHaveRepairsOrTransitionsToDo() throws Exception {
    written(POLICY, 3, 3);
    long before = passes();
    long scrubs = scrubs(POLICY);
    List<UnaryOperator<NodeState>> busy =
        List.of(
            state -> state.doing(1, 0, 0), state -> state.doing(0, 1, 0),
            state -> state.doing(0, 0, 1));
    for (UnaryOperator<NodeState> each : busy) {
      tellAll(each);
      set(ScrubService.PERIOD_KEY, "1ms");
      BlockFileCluster.await("the reason", () -> status().getWhy().contains("repairs"));
      cluster.awaitRounds(1);
      assertThat(scrubs(POLICY)).isEqualTo(scrubs);
    }
    tellAll(state -> state.doing(0, 0, 0));
    end(before + 1);
    assertThat(scrubs(POLICY)).isGreaterThan(scrubs);
  }

  @Test
  void aPassGoesOnWhereItWasAfterARestartAndCountsEachGroupOnce() throws Exception {
    int groups = 30;
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < groups; i++) {
      Path file = new Path(cluster.directory(POLICY, 3), "many" + i);
      cluster.write(file, BlockFileCluster.bytes(3L * BLOCK, i));
      files.add(file);
    }
    Replica wrong = cluster.member(files.get(0), 0, 1);
    cluster.rewrite(wrong, 0, CHUNK);
    long pass = passes() + 1;
    set(ScrubService.PERIOD_KEY, "1ms");
    BlockFileCluster.await(
        "some groups",
        () -> status().getRunning().getWrong() == 1 && status().getRunning().getVerified() > 3);
    tellAll(state -> state.doing(1, 0, 0));
    BlockFileCluster.await("what is under way to end", () -> status().getUnderWay() == 0);
    cluster.awaitRounds(2);
    GetScrubStatusResponseProto stopped = status();
    assertThat(stopped.getRunning().getNumber()).isEqualTo(pass);
    assertThat(stopped.getRunning().getVerified()).isBetween(4L, groups - 2L);
    set(ScrubService.PERIOD_KEY, "0");

    cluster.restartNameNode();
    assertThat(status().getRunning()).isEqualTo(stopped.getRunning());
    assertThat(status().getWrongList()).isEqualTo(stopped.getWrongList());
    set(ScrubService.PERIOD_KEY, "1ms");
    GetScrubStatusResponseProto ended = end(pass);
    assertThat(ended.getEnded().getNumber()).isEqualTo(pass);
    assertThat(ended.getEnded().getSinceMs()).isEqualTo(stopped.getRunning().getSinceMs());
    assertThat(ended.getEnded().getVerified() + ended.getEnded().getWrong()).isEqualTo(groups);
    assertThat(ended.getEnded().getWrong()).isOne();
  }

  @Test
  void aFileInTransitionIsLeftAlone() throws Exception {
    Path file = written(POLICY, 3, 3);
    BlockFileCluster.failRepairs();
    try (TransitionClient client = new TransitionClient(cluster.fs())) {
      client.begin(file, "RS-6-3-64k", TransitionRecord.NORMAL);
      BlockFileCluster.await(
          "the begin",
          () -> client.status(file).stream().anyMatch(each -> each.step() == Step.STARTED));
      assertThat(plan(inode(file))).isEmpty();
      client.cancel(file);
    } finally {
      BlockFileCluster.allowRepairs();
    }
  }

  /** Of a group with a lost member somebody else finds out. */
  @Test
  void aGroupThatMissesAMemberIsNotCompared() throws Exception {
    Path file = written(POLICY, 3, 3);
    INodeFile inode = inode(file);
    assertThat(plan(inode)).isPresent();
    BlockFileCluster.failRepairs();
    try {
      cluster.reportCorrupt(List.of(cluster.member(file, 0, 4)));
      BlockFileCluster.await("the loss", () -> plan(inode).isEmpty());
    } finally {
      BlockFileCluster.allowRepairs();
    }
    HealthChecks.awaitWhole(cluster, file, cluster.read(file));
    BlockFileCluster.await("the repair", () -> plan(inode).isPresent());
  }

  private static Optional<ScrubPlan> plan(INodeFile inode) {
    namesystem().readLock();
    try {
      return ScrubPlan.of(namesystem().getBlockManager(), inode, 0);
    } finally {
      namesystem().readUnlock();
    }
  }

  /** What a DataNode says of a scrub, as if it had found something. */
  private static ScrubWindow.Entry hear(Path asked, ContradictionReport found) throws Exception {
    FSNamesystem namesystem = namesystem();
    ScrubWindow window = new ScrubWindow();
    namesystem.writeLock();
    try {
      INodeFile inode = namesystem.getFSDirectory().getINode(asked.toString()).asFile();
      window.add(new ScrubPosition(inode.getId(), 0));
      ScrubWindow.Entry entry = window.due(0).get(0);
      ScrubPlan plan = ScrubPlan.of(namesystem.getBlockManager(), inode, 0).orElseThrow();
      window.handOut(entry, 1, "node", plan.parity().getBlockId(), 0, 1000);
      new ScrubJudge(namesystem)
          .take(
              window, entry,
              new ScrubResult(
                  1, ScrubResult.Outcome.CONTRADICTS, Optional.of(found), 0));
      return entry;
    } finally {
      namesystem.writeUnlock();
    }
  }

  private static ContradictionReport wrong(List<GroupMember> members, int member) {
    BitSet wrong = new BitSet();
    wrong.set(member);
    return new ContradictionReport(members, wrong);
  }

  @Test
  void whatIsSaidOfAnotherGroupOrOfReplicasThatAreOthersByNowIsNoFinding() throws Exception {
    Path asked = written(POLICY, 3, 3);
    Path other = written(POLICY, 3, 2);
    List<GroupMember> members = plan(inode(other)).orElseThrow().task().helpers();
    assertThat(hear(asked, wrong(members, 0)).isWrong()).isFalse();
    List<GroupMember> others =
        members.stream()
            .map(
                each ->
                    new GroupMember(
                        each.member(), each.blockId(), each.generationStamp() + 1,
                        each.lengthBytes(), each.storageId()))
            .toList();
    assertThat(hear(other, wrong(others, 0)).isWrong()).isFalse();
    assertThat(plan(inode(other))).as("nothing is marked").isPresent();
    assertThat(BlockFileCluster.stateOf("ContradictoryGroups")).isZero();
    ScrubWindow.Entry proven = hear(other, wrong(members, 0));
    assertThat(proven.isWrong()).isTrue();
    assertThat(proven.wrongMembers()).containsExactly(0);
    BlockFileCluster.await("the rebuild", () -> plan(inode(other)).isPresent());
  }

  @Test
  void aWrongFileThatOnlyASnapshotHasIsCalledByItsInode() throws Exception {
    Path file = written(POLICY, 3, 3);
    Path folder = file.getParent();
    long id = inode(file).getId();
    cluster.fs().allowSnapshot(folder);
    cluster.fs().createSnapshot(folder, "s");
    cluster.rewrite(cluster.member(file, 0, 1), 0, BLOCK - CHUNK);
    assertThat(pass().getWrong(0).getPath()).isEqualTo(file.toString());
    cluster.fs().delete(file, false);
    cluster.write(file, BlockFileCluster.bytes(BLOCK, 1));
    assertThat(status().getWrong(0).getPath()).isEqualTo("/.reserved/.inodes/" + id);
    cluster.fs().deleteSnapshot(folder, "s");
    assertThat(status().getWrongList()).isEmpty();
  }

  private static INodeFile inode(Path file) throws Exception {
    return namesystem().getFSDirectory().getINode(file.toString()).asFile();
  }

  @Test
  void badValuesAreOneSentenceAndChangeNothing() throws Exception {
    assertThatThrownBy(
            () -> cluster.addDataNode(conf -> conf.set(ScrubBandwidth.KEY, "much")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("dfs.datanode.ec.scrub.bandwidthPerSec=much");
    assertThatThrownBy(() -> set(ScrubService.PERIOD_KEY, "-1"))
        .isInstanceOf(ReconfigurationException.class)
        .hasRootCauseMessage("dfs.namenode.ec.scrub.period is 0 or more, such as 21d, not -1");
    // What the next round finds.
    BlockFileCluster.await(
        "still paused by the period", () -> status().getWhy().contains(ScrubService.PERIOD_KEY));
  }

  @Test
  void theStatusIsJsonForPrograms() throws Exception {
    written(POLICY, 3, 3);
    pass();
    Outcome outcome = ec("-verify", "-status", "-json");
    JsonNode json = new ObjectMapper().readTree(String.join("\n", outcome.out()));
    assertThat(json.get("schema").asText()).isEqualTo("scrub.1");
    assertThat(json.get("ended").get("verified").asLong()).isOne();
    assertThat(json.get("running").isNull()).isTrue();
    assertThat(json.get("dataNodes").asInt()).isEqualTo(12);
    assertThat(json.get("bytesPerSecond").asLong()).isEqualTo(12L << 30);
    assertThat(json.get("wrongGroups")).isEmpty();
  }
}
