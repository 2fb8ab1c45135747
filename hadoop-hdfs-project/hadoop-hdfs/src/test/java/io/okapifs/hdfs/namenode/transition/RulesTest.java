package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto.ControlProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RulePassProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RuleStatusProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.SetRuleRequestProto;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.Rule;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.time.LocalTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Rules give files a policy once they are old enough, whatever happens to the tree meanwhile. */
class RulesTest {

  private static final String FROM = "RS-3-2-64k";
  private static final String TO = "RS-6-3-64k";
  private static final Path ROOT = new Path("/");

  /** More than a rule has in a transition at a time, and how many of them begin. */
  private static final int MANY = TransitionPace.TREE_FILES + 6;
  private static final int BEGUN = 20;

  private static final long AGE = TimeUnit.DAYS.toMillis(90);

  @Cluster(
      dataNodes = 9,
      settings = {
        ClusterSettings.RETRY_SOON,
        ClusterSettings.MANY_REPAIRS_AT_A_TIME,
        TransitionService.MAX_CONCURRENT_KEY + "=" + BEGUN,
        TransitionService.INTERVAL_KEY + "=100",
        TransitionService.RULES_INTERVAL_KEY + "=200"
      })
  private static BlockFileCluster cluster;

  private Transitions transitions;
  private TransitionClient client;
  private Path parent;
  private Path tree;

  @BeforeEach
  void makeTree(TestInfo test) throws IOException {
    transitions = new Transitions(cluster, "none", () -> {});
    client = transitions.client();
    parent = new Path(cluster.directory(FROM, 3), test.getTestMethod().get().getName());
    tree = new Path(parent, "tree");
    cluster.fs().mkdirs(tree);
  }

  @AfterEach
  void removeAll() throws Exception {
    BlockFileCluster.allowRepairs();
    for (RuleStatusProto each : client.rules(ROOT)) {
      client.removeRule(new Path(each.getPath()));
    }
    // What goes on would take the turns of another case.
    for (TransitionStatus each : client.status(ROOT)) {
      client.cancel(new Path(each.path()));
    }
    client.close();
  }

  private static Path write(Path file) throws IOException {
    cluster.write(file, BlockFileCluster.bytes(1, 1));
    return file;
  }

  /** A file that was not changed for longer than the rules of this test say. */
  private static Path writeOld(Path file) throws IOException {
    write(file);
    cluster.fs().setTimes(file, System.currentTimeMillis() - AGE - 60_000, -1);
    return file;
  }

  private Path old(String name) throws IOException {
    return writeOld(new Path(tree, name));
  }

  private static SetRuleRequestProto.Builder request(Path directory) {
    return SetRuleRequestProto.newBuilder()
        .setPath(directory.toUri().getPath()).setPolicy(TO).setAgeMs(AGE);
  }

  private long set(Path directory) throws IOException {
    return client.setRule(request(directory).build()).getId();
  }

  private RuleStatusProto status(Path directory) throws IOException {
    return client.rules(directory).stream()
        .filter(each -> each.getPath().equals(directory.toUri().getPath()))
        .findFirst()
        .orElseThrow();
  }

  private static String policy(Path file) throws IOException {
    return cluster.layout(file).policy().name();
  }

  private static void awaitPolicy(Path file, String policy) throws Exception {
    BlockFileCluster.await(file + " under " + policy, () -> policy(file).equals(policy));
  }

  /** Two passes more: the first one may have begun before. */
  private RulePassProto awaitPasses(Path directory) throws Exception {
    long now = System.currentTimeMillis();
    return awaitPass(directory, pass -> pass.hasEndMs() && pass.getStartMs() > now);
  }

  private RulePassProto awaitPass(Path directory, Predicate<RulePassProto> isSo)
      throws Exception {
    BlockFileCluster.await("a pass", () -> isSo.test(status(directory).getPass()));
    RulePassProto pass = status(directory).getPass();
    return isSo.test(pass) ? pass : awaitPass(directory, isSo);
  }

  private static EcRun.Outcome ec(String... words) throws Exception {
    return EcRun.run(cluster.fs().getConf(), words);
  }

  @Test
  void whatIsOldEnoughChangesAndTheRestIsCounted() throws Exception {
    Path cold = old("a/cold");
    Path young = write(new Path(tree, "young"));
    Path small = new Path(tree, "small");
    cluster.fs().createFile(small).ecPolicyName(FROM).build().close();
    cluster.fs().setTimes(small, System.currentTimeMillis() - AGE - 60_000, -1);
    Path plain = new Path(tree, "replicated");
    cluster.fs().createFile(plain).replicate().build().close();
    Path left = old(TransitionGoal.COPIES + "/left-behind");
    Path open = new Path(tree, "open");
    try (FSDataOutputStream out = cluster.fs().create(open)) {
      out.write(1);
      EcRun.Outcome asked =
          ec(
              "-setRule", "-path", tree.toString(), "-olderThan", "90d", "-minSize", "1", "-policy",
              TO);
      assertThat(asked.err()).isEmpty();
      assertThat(asked.out()).singleElement().asString()
          .startsWith("rule ").contains(" for " + tree);
      awaitPolicy(cold, TO);
      RulePassProto pass =
          awaitPass(tree, each -> each.hasEndMs() && each.getAlreadySo() == 1);
      assertThat(pass.getLookedAt()).isEqualTo(5);
      assertThat(pass.getTooYoung()).isEqualTo(1);
      assertThat(pass.getTooSmall()).isEqualTo(1);
      assertThat(pass.getReplicated()).isEqualTo(1);
      assertThat(pass.getOpen()).isEqualTo(1);
      assertThat(pass.getBegun()).isZero();
      assertThat(pass.getRefused()).as("%s", pass).isZero();
    }
    assertThat(status(tree).getDone()).isEqualTo(1);
    assertThat(policy(young)).isEqualTo(FROM);
    assertThat(policy(left)).isEqualTo(FROM);
    cluster.fs().setTimes(young, System.currentTimeMillis() - AGE - 60_000, -1);
    awaitPolicy(young, TO);
  }

  @Test
  void theCommandsTellOfRules() throws Exception {
    Path cold = old("cold");
    Path hot = write(new Path(tree, "hot"));
    Path inner = new Path(tree, "inner");
    Path own = writeOld(new Path(inner, "own"));
    client.setRule(request(inner).setAgeMs(10 * AGE).build());
    long edits = edits();
    EcRun.Outcome dry =
        ec("-setRule", "-path", tree.toString(), "-olderThan", "90d", "-policy", TO, "-dryRun");
    assertThat(dry.exitCode()).isZero();
    assertThat(dry.out().get(0)).startsWith(cold + ": ");
    assertThat(dry.out())
        .contains(
            "now the rule would change 1 files; left as they are: 1 too young, 1 passed over",
            inner + " has a rule of its own");
    assertThat(edits()).as("a dry run changes nothing").isEqualTo(edits);
    assertThat(client.rules(ROOT)).hasSize(1);
    assertThat(
            ec(
                "-setRule", tree.toString(), "-olderThan", "90d", "-policy", TO, "-dryRun", "-json")
                .out())
        .anyMatch(line -> line.contains("dry-run.1"));
    assertThat(
            ec("-setRule", tree.toString(), "-olderThan", "999999w", "-policy", TO, "-dryRun").out())
        .contains(
            "now the rule would change 0 files; left as they are: 3 too young");

    set(tree);
    awaitPolicy(cold, TO);
    awaitPasses(tree);
    List<String> listed = listBetweenPasses();
    assertThat(listed.get(0)).contains("Older than").contains("Given up");
    assertThat(listed)
        .anyMatch(line -> line.contains(" 90d ") && line.contains(TO) && line.endsWith(" " + tree))
        .anyMatch(line -> line.contains(" 900d ") && line.endsWith(" " + inner))
        .anyMatch(line -> line.contains(": set by ") && line.contains(", looks again "))
        .anyMatch(line -> line.endsWith(": 0 begun, 1 already so, 1 too young"));
    assertThat(ec("-listRules", "-json").out()).anyMatch(line -> line.contains("rules.1"));
    assertThat(policy(hot)).isEqualTo(FROM);
    assertThat(policy(own)).isEqualTo(FROM);

    assertThat(ec("-removeRule", inner.toString()).out())
        .singleElement().asString().endsWith(" for " + inner + " removed");
    assertThat(ec("-removeRule", tree.toString()).exitCode()).isZero();
    assertThat(ec("-listRules").out()).containsExactly("no rules");
    EcRun.Outcome none = ec("-removeRule", tree.toString());
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).singleElement().asString().contains("path=" + tree);
  }

  private List<String> listBetweenPasses() throws Exception {
    List<String> lines = ec("-listRules", "-path", tree.toString()).out();
    return lines.stream().anyMatch(line -> line.matches("[0-9]+ +looks .*")) ? listBetweenPasses() : lines;
  }

  private static long edits() {
    return cluster.mini().getNamesystem().getEditLog().getLastWrittenTxId();
  }

  @Test
  void whatMakesNoSenseIsRefusedAndChangesNothing() throws Exception {
    Path file = old("file");
    cluster.fs().allowSnapshot(parent);
    Path snapshot = cluster.fs().createSnapshot(parent, "s");
    long edits = edits();
    assertThatThrownBy(() -> set(file)).hasMessageContaining("path=" + file);
    assertThatThrownBy(() -> set(new Path(tree, "none"))).hasMessageContaining(tree + "/none");
    assertThatThrownBy(() -> set(new Path(snapshot, "tree"))).hasMessageContaining("snapshot");
    assertThatThrownBy(() -> client.setRule(request(tree).setPolicy("RS-7-7-64k").build()))
        .hasMessageContaining("path=" + tree).hasMessageContaining("policy=RS-7-7-64k");
    assertThatThrownBy(() -> client.setRule(request(tree).setAgeMs(-5).build()))
        .hasMessageContaining("ageMillis=-5");
    EcRun.Outcome age =
        ec("-setRule", tree.toString(), "-olderThan", "soon", "-policy", TO);
    assertThat(age.exitCode()).isEqualTo(1);
    assertThat(age.err().get(0)).contains("not soon");
    assertThat(edits()).isEqualTo(edits);
    assertThat(client.rules(ROOT)).isEmpty();
    cluster.fs().deleteSnapshot(parent, "s");
    cluster.fs().disallowSnapshot(parent);
  }

  @Test
  void theSameRuleAgainIsTheSameAndAnotherTakesItsPlace() throws Exception {
    long id = set(tree);
    long edits = edits();
    assertThat(set(tree)).isEqualTo(id);
    assertThat(edits()).isEqualTo(edits);
    long other = client.setRule(request(tree).setAgeMs(0).build()).getId();
    assertThat(other).isGreaterThan(id);
    assertThat(client.rules(ROOT)).singleElement()
        .satisfies(rule -> assertThat(rule.getAgeMs()).isZero());
    assertThat(client.beginTree(tree, goal(), 0))
        .as("no request has the number of a rule").isGreaterThan(other);
    client.control(tree, ControlProto.CANCEL);
  }

  private static TransitionGoal goal() {
    return TransitionGoal.of(TO, TransitionRecord.NORMAL);
  }

  @Test
  void theRuleOfTheNearestDirectoryDecides() throws Exception {
    Path outer = old("outer");
    Path hot = new Path(tree, "hot");
    Path inner = writeOld(new Path(hot, "deep/inner"));
    client.setRule(request(hot).setAgeMs(2 * AGE).build());
    set(tree);
    awaitPolicy(outer, TO);
    assertThat(awaitPasses(tree).getLookedAt()).isEqualTo(1);
    assertThat(policy(inner)).isEqualTo(FROM);
    client.removeRule(hot);
    awaitPolicy(inner, TO);
  }

  @Test
  void whatIsMovedInChangesAndWhatIsMovedOutDoesNot() throws Exception {
    Path outside = new Path(parent, "outside");
    cluster.fs().mkdirs(outside);
    Path out = old("out/file");
    set(tree);
    Path away = new Path(outside, "out");
    awaitPolicy(out, TO);
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    TransitionService service = TransitionService.of(namesystem);
    service.stop();
    Path late = old("late/file");
    new RuleWalker(namesystem, service, () -> true).round();
    final int waiting = client.status(late).size();
    cluster.fs().rename(late.getParent(), away);
    service.start();
    assertThat(waiting).as("it waits for its turn").isEqualTo(1);
    BlockFileCluster.await("the end", () -> client.status(ROOT).isEmpty());
    awaitPasses(tree);
    Path moved = new Path(away, "file");
    assertThat(policy(moved)).isEqualTo(FROM);
    assertThat(client.givenUp(moved)).singleElement()
        .satisfies(each -> assertThat(each.why()).isEqualTo(RuleBook.LEFT));
    cluster.fs().rename(moved, new Path(tree, "back"));
    awaitPolicy(new Path(tree, "back"), TO);
  }

  @Test
  void whatWaitsDoesNotBeginOnceTheDirectoryIsDeleted() throws Exception {
    set(tree);
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    TransitionService service = TransitionService.of(namesystem);
    service.stop();
    Path file = old("file");
    RuleWalker walker = new RuleWalker(namesystem, service, () -> true);
    walker.round();
    final int waiting = client.status(file).size();
    Path moved = new Path(parent, "moved");
    cluster.fs().rename(file, moved);
    cluster.fs().delete(tree, true);
    walker.round();
    final int left = client.status(moved).size();
    service.start();
    assertThat(client.rules(ROOT)).isEmpty();
    assertThat(List.of(waiting, left)).containsExactly(1, 0);
  }

  @Test
  void aRuleGoesWithItsDirectoryAndEndsWithIt() throws Exception {
    long id = set(tree);
    Path renamed = new Path(parent, "renamed");
    cluster.fs().rename(tree, renamed);
    BlockFileCluster.await(
        "the new name",
        () -> client.rules(ROOT).get(0).getPath().equals(renamed.toString()));
    Path file = writeOld(new Path(renamed, "file"));
    awaitPolicy(file, TO);
    assertThat(status(renamed).getId()).isEqualTo(id);
    cluster.fs().allowSnapshot(parent);
    cluster.fs().createSnapshot(parent, "s");
    Path second = writeOld(new Path(renamed, "second"));
    awaitPolicy(second, TO);
    cluster.fs().delete(renamed, true);
    BlockFileCluster.await("no rule", () -> client.rules(ROOT).isEmpty());
    cluster.fs().deleteSnapshot(parent, "s");
    cluster.fs().disallowSnapshot(parent);
  }

  @Test
  void aCancelledFileIsNotBegunAgain() throws Exception {
    BlockFileCluster.failRepairs();
    Path cancelled = old("cancelled");
    Path other = old("other");
    set(tree);
    BlockFileCluster.await("both", () -> status(tree).getUnderWay() == 2);
    client.cancel(cancelled);
    BlockFileCluster.allowRepairs();
    awaitPolicy(other, TO);
    RulePassProto pass = awaitPasses(tree);
    assertThat(pass.getResting()).isEqualTo(1);
    assertThat(policy(cancelled)).isEqualTo(FROM);
    assertThat(status(tree).getGivenUp()).isEqualTo(1);
  }

  /** When a NameNode has become active, and has not yet looked. */
  @Test
  void aFileThatIsCancelledBeforeTheFirstRoundRestsToo() throws Exception {
    BlockFileCluster.failRepairs();
    Path file = old("file");
    set(tree);
    BlockFileCluster.await("the begin", () -> status(tree).getUnderWay() == 1);
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    TransitionService service = TransitionService.of(namesystem);
    service.stop();
    client.cancel(file);
    long inode = namesystem.getFSDirectory().getINode(file.toString()).getId();
    final boolean rests = service.rules().rests(inode, System.currentTimeMillis());
    service.start();
    assertThat(rests).isTrue();
  }

  @Test
  void whatIsAskedForGoesFirst() throws Exception {
    Path file = old("file");
    TransitionService service = TransitionService.of(cluster.mini().getNamesystem());
    service.stop();
    client.beginTree(parent, goal(), 0);
    client.control(parent, ControlProto.PAUSE);
    service.start();
    set(tree);
    assertThat(awaitPasses(tree).getInTransition()).isEqualTo(1);
    assertThat(client.status(file)).isEmpty();
    client.control(parent, ControlProto.CANCEL);
    awaitPolicy(file, TO);
  }

  @Test
  void aRuleIsRemovedOrPausedWithWhatWaits() throws Exception {
    BlockFileCluster.failRepairs();
    beginMany();
    assertThat(ec("-pauseTransition", "-path", parent.toString()).out())
        .containsExactly("1 rules paused", TransitionPace.TREE_FILES + " transitions paused");
    for (TransitionStatus each : client.status(tree).subList(0, 10)) {
      client.cancel(new Path(each.path()));
    }
    cluster.awaitRounds(3);
    assertThat(client.status(tree)).as("a paused rule begins nothing")
        .hasSize(TransitionPace.TREE_FILES - 10);
    assertThat(ec("-resumeTransition", "-path", parent.toString()).out().get(0))
        .isEqualTo("1 rules resumed");
    client.removeRule(tree);
    List<TransitionStatus> left = client.status(tree);
    assertThat(left).as("what has begun goes on, what waits does not")
        .hasSizeBetween(1, TransitionPace.TREE_FILES - 11)
        .allMatch(each -> each.step() == Step.STARTED);
    BlockFileCluster.allowRepairs();
    BlockFileCluster.await("their end", () -> client.status(tree).isEmpty());
    long changed = 0;
    for (int i = 0; i < MANY; i++) {
      changed += policy(new Path(tree, "f" + i)).equals(TO) ? 1 : 0;
    }
    assertThat(changed).isEqualTo(left.size());
  }

  /** A rule with as many files in a transition as it may have. */
  private void beginMany() throws Exception {
    for (int i = 0; i < MANY; i++) {
      old("f" + i);
    }
    set(tree);
    BlockFileCluster.await(
        "a rule that is full", () -> status(tree).getUnderWay() == TransitionPace.TREE_FILES);
    cluster.awaitRounds(3);
    assertThat(client.status(tree)).hasSize(TransitionPace.TREE_FILES);
    BlockFileCluster.await(
        "their begin",
        () -> client.status(tree).stream().filter(each -> each.step() == Step.STARTED).count()
            == BEGUN);
  }

  @Test
  void whatSomebodyAskedForDoesNotWaitForRules() throws Exception {
    BlockFileCluster.failRepairs();
    beginMany();
    Path wanted = write(new Path(parent, "wanted"));
    client.begin(wanted, goal());
    BlockFileCluster.await(
        "its begin", () -> client.status(wanted).get(0).step() == Step.STARTED);
  }

  /** Small trees, too, hold the lock. */
  @Test
  void aRoundWalksForSoManyRules() throws Exception {
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    TransitionService service = TransitionService.of(namesystem);
    service.stop();
    int rules = TransitionPace.TREE_HOLDS + 3;
    for (int i = 0; i < rules; i++) {
      Path directory = new Path(tree, "d" + i);
      cluster.fs().mkdirs(directory);
      set(directory);
    }
    RuleWalker walker = new RuleWalker(namesystem, service, () -> true);
    walker.round();
    final long first = lookedAt();
    walker.round();
    final long second = lookedAt();
    service.start();
    assertThat(List.of(first, second)).containsExactly((long) TransitionPace.TREE_HOLDS, (long) rules);
  }

  /** Rules that have had a pass. */
  private long lookedAt() throws IOException {
    return client.rules(tree).stream().filter(RuleStatusProto::hasPass).count();
  }

  @Test
  void onlyTheSuperuserPausesARule() throws Exception {
    set(tree);
    cluster.fs().setOwner(tree, "alice", "staff");
    UserGroupInformation alice =
        UserGroupInformation.createUserForTesting("alice", new String[] {"staff"});
    alice.doAs(
        (PrivilegedExceptionAction<Void>) () -> {
          try (DistributedFileSystem hdfs =
                  (DistributedFileSystem)
                      FileSystem.newInstance(
                          cluster.mini().getURI(), cluster.mini().getConfiguration(0));
              TransitionClient asAlice = new TransitionClient(hdfs)) {
            asAlice.control(tree, ControlProto.PAUSE);
          }
          return null;
        });
    assertThat(status(tree).getPaused()).isFalse();
    client.control(tree, ControlProto.PAUSE);
    assertThat(status(tree).getPaused()).isTrue();
  }

  @Test
  void nothingBeginsOnceARuleIsRemoved() throws Exception {
    Path file = old("file");
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    TransitionService service = TransitionService.of(namesystem);
    service.stop();
    set(tree);
    AtomicBoolean isFirst = new AtomicBoolean(true);
    BooleanSupplier removed =
        () -> {
          if (isFirst.getAndSet(false)) {
            try {
              client.removeRule(tree);
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          }
          return true;
        };
    new RuleWalker(namesystem, service, removed).round();
    assertThat(client.status(file)).isEmpty();
    service.start();
  }

  /** Which may happen while the file waits that the rule found. */
  @Test
  void aFileInThePlaceOfOneThatOnlyASnapshotHasDoesNotBegin() throws Exception {
    Path file = old("file");
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    INodeFile found = namesystem.getFSDirectory().getINode(file.toString()).asFile();
    Rule rule = new Rule(1, found.getParent().getId(), TO, AGE, 0, "root", 1, false);
    cluster.fs().allowSnapshot(parent);
    cluster.fs().createSnapshot(parent, "s");
    cluster.fs().delete(file, false);
    assertThat(begins(namesystem, found, rule)).isFalse();
    write(file);
    assertThat(begins(namesystem, found, rule)).isFalse();
    assertThat(client.status(file)).isEmpty();
    cluster.fs().deleteSnapshot(parent, "s");
    cluster.fs().disallowSnapshot(parent);
  }

  private static boolean begins(FSNamesystem namesystem, INodeFile file, Rule rule)
      throws IOException {
    namesystem.writeLock();
    try {
      return TransitionCalls.beginByRule(namesystem, file, rule);
    } finally {
      namesystem.writeUnlock();
    }
  }

  @Test
  void rulesGoOnBehindARestartFromTheJournalOrTheImage() throws Exception {
    BlockFileCluster.failRepairs();
    Path file = old("file");
    client.setRule(request(tree).setMinBytes(1).build());
    RuleStatusProto before = status(tree);
    BlockFileCluster.await("the begin", () -> status(tree).getUnderWay() == 1);
    cluster.restartNameNode();
    cluster.saveNamespace();
    cluster.restartNameNode();
    client = transitions.client();
    RuleStatusProto after = status(tree);
    assertThat(after.getId()).isEqualTo(before.getId());
    assertThat(after.getMinBytes()).isEqualTo(1);
    assertThat(after.getAgeMs()).isEqualTo(AGE);
    assertThat(after.getSinceMs()).isEqualTo(before.getSinceMs());
    assertThat(after.getUnderWay()).isEqualTo(1);
    BlockFileCluster.allowRepairs();
    awaitPolicy(file, TO);
  }

  @Test
  void aQuotaLeavesTheOtherFilesAlone() throws Exception {
    Path full = new Path(tree, "full");
    Path kept = writeOld(new Path(full, "kept"));
    Path other = old("other");
    cluster.fs().setQuota(full, 1000, cluster.fs().getContentSummary(full).getSpaceConsumed());
    set(tree);
    awaitPolicy(other, TO);
    RulePassProto pass = awaitPasses(tree);
    assertThat(pass.getReasonList()).singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.getExample()).isEqualTo(kept.toString());
              assertThat(reason.getWhy()).contains("quota");
            });
    assertThat(List.of(policy(kept), policy(other))).containsExactly(FROM, TO);
  }

  @Test
  void rulesWaitForTheTimeOfDay() throws Exception {
    Path file = old("file");
    String noon = LocalTime.now().plusHours(6).withNano(0).toString();
    String later = LocalTime.now().plusHours(7).withNano(0).toString();
    cluster.mini().getNameNode()
        .reconfigureProperty(TransitionService.WINDOW_KEY, noon + "-" + later);
    try {
      set(tree);
      BlockFileCluster.await(
          "what it waits for", () -> status(tree).getWhy().contains("time of day"));
      assertThat(status(tree).hasNextMs()).as("that is not known").isFalse();
      assertThat(client.status(file)).isEmpty();
    } finally {
      cluster.mini().getNameNode().reconfigureProperty(TransitionService.WINDOW_KEY, "");
    }
  }
}
