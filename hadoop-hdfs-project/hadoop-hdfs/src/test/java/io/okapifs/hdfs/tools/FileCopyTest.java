package io.okapifs.hdfs.tools;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.io.IOUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that cannot change in place are copied into their new form, on demand. */
class FileCopyTest {

  private static final Path TOP = new Path("/copies");
  private static final int LENGTH = 5 * BLOCK + 77;

  @Cluster(
      dataNodes = 9,
      settings = DFSConfigKeys.DFS_NAMENODE_ACCESSTIME_PRECISION_KEY + "=1")
  private static BlockFileCluster cluster;

  @BeforeAll
  static void makeDirectory() throws Exception {
    cluster.fs().mkdirs(TOP);
  }

  /** A file in a directory of a policy, "replicated", or in HDFS's own form without a width. */
  private static Path write(String form, String name) throws Exception {
    Path directory = new Path(TOP, form.replace('@', '-'));
    cluster.fs().mkdirs(directory);
    if (!form.equals("replicated")) {
      cluster.fs().setErasureCodingPolicy(directory, form);
    }
    Path file = new Path(directory, name);
    try (FSDataOutputStream out =
        cluster.fs().create(file, true, 4096, (short) 3, BLOCK)) {
      out.write(BlockFileCluster.bytes(LENGTH, 5));
    }
    return file;
  }

  private static EcRun.Outcome run(Path path, String policy, String... more) throws Exception {
    return EcRun.run(
        cluster.fs().getConf(),
        Stream.concat(
                Stream.of("-transition", "-path", path.toString(), "-policy", policy),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private static String form(Path file) throws Exception {
    ErasureCodingPolicy policy =
        cluster.fs().getClient().getFileInfo(file.toString()).getErasureCodingPolicy();
    return policy == null ? "replicated" : policy.getName();
  }

  /** From stock forms, and the way back to them. */
  @ParameterizedTest
  @CsvSource({
    "replicated, RS-6-3-64k@4", "RS-3-2-64k, RS-3-2-64k@5", "RS-3-2-64k, RS-6-3-64k@2",
    "RS-6-3-64k@4, RS-6-3-64k", "RS-3-2-64k@5, RS-6-3-64k", "RS-3-2-64k@2, RS-3-2-64k@4",
    "replicated, RS-3-2-64k", "RS-6-3-64k@4, RS-3-2-1024k@4",
  })
  void aFileGetsAnotherForm(String from, String to) throws Exception {
    cluster.fs().enableErasureCodingPolicy("RS-3-2-1024k");
    Path file = write(from, "to-" + to.replace('@', '-'));
    if (to.contains("1024k")) {
      // Blocks are no whole cells: the copy is refused as any file would be.
      EcRun.Outcome refused = run(file, to, "-copy");
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(form(file)).isEqualTo(from);
      assertNothingLeft(file);
      return;
    }
    final FileStatus before = attributes(file);
    EcRun.Outcome outcome = run(file, to, "-copy");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    assertThat(outcome.out()).containsExactly("0 queued, 1 copied, 0 refused");
    assertThat(form(file)).isEqualTo(to);
    assertThat(cluster.read(file)).isEqualTo(BlockFileCluster.bytes(LENGTH, 5));
    FileStatus after = cluster.fs().getFileStatus(file);
    assertThat(after.getPermission()).isEqualTo(before.getPermission());
    assertThat(after.getOwner()).isEqualTo("somebody");
    assertThat(after.getGroup()).isEqualTo("some");
    assertThat(after.getModificationTime()).isEqualTo(1_700_000_000_000L);
    assertThat(cluster.fs().getXAttr(file, "user.note")).containsExactly(1, 2);
    assertThat(cluster.fs().getAclStatus(file).getEntries())
        .anyMatch(entry -> "friend".equals(entry.getName()));
    assertNothingLeft(file);
    assertThat(run(file, to, "-copy").out())
        .as("again").containsExactly("0 queued, 1 already so, 0 refused");
  }

  /** Its blocks are gone, and what is at its path now is laid out differently. */
  @ParameterizedTest
  @CsvSource({
    "RS-3-2-64k@3, RS-3-2-64k@5", "RS-6-3-64k@4, RS-6-3-64k", "RS-3-2-64k, RS-3-2-64k@4",
    "replicated, RS-3-2-64k@4", "replicated, RS-3-2-64k",
  })
  void aReaderThatHoldsTheFileOpenIsToldOrReadsRight(String from, String to) throws Exception {
    final Set<String> others = cluster.blocksOnDisk();
    Path file = write(from, "held-" + to.replace('@', '-'));
    byte[] bytes = BlockFileCluster.bytes(LENGTH, 5);
    Set<String> blocks = cluster.blocksOnDisk();
    blocks.removeAll(others);
    List<DFSInputStream> streams = new ArrayList<>();
    for (int toRead : new int[] {0, 1, BLOCK + 1, LENGTH}) {
      DFSInputStream stream = cluster.fs().getClient().open(file.toString());
      IOUtils.readFully(stream, new byte[toRead], 0, toRead);
      streams.add(stream);
    }
    assertThat(run(file, to, "-copy").exitCode()).isZero();
    BlockFileCluster.await(
        "old blocks gone", () -> Collections.disjoint(cluster.blocksOnDisk(), blocks));
    List<String> told = new ArrayList<>();
    for (DFSInputStream stream : streams) {
      for (int begin : new int[] {(int) stream.getPos(), 0, 2 * BLOCK}) {
        byte[] read = bytes.clone();
        try {
          stream.seek(begin);
          Arrays.fill(read, begin, LENGTH, (byte) 0);
          IOUtils.readFully(stream, read, begin, LENGTH - begin);
          assertThat(Arrays.mismatch(read, bytes)).as("read from %s on", begin).isEqualTo(-1);
          stream.readFully(begin, read, begin, LENGTH - begin);
          assertThat(Arrays.mismatch(read, bytes)).as("pread from %s on", begin).isEqualTo(-1);
        } catch (IOException e) {
          told.add(e.getMessage());
        }
      }
      stream.close();
    }
    assertThat(told).as("failed").isNotEmpty();
    if (from.contains("@")) {
      assertThat(told).allMatch(message -> message.contains("was replaced by another one"));
    }
    assertThat(cluster.read(file)).isEqualTo(bytes);
  }

  private static FileStatus attributes(Path file) throws Exception {
    cluster.fs().setXAttr(file, "user.note", new byte[] {1, 2});
    cluster.fs().setPermission(file, new FsPermission((short) 0640));
    cluster.fs().modifyAclEntries(
        file,
        List.of(
            new AclEntry.Builder().setScope(AclEntryScope.ACCESS).setType(AclEntryType.USER)
                .setName("friend").setPermission(FsAction.READ).build()));
    cluster.fs().setOwner(file, "somebody", "some");
    cluster.fs().setTimes(file, 1_700_000_000_000L, 1_700_000_000_001L);
    return cluster.fs().getFileStatus(file);
  }

  /** A client that is killed leaves it so. */
  @Test
  void nobodyButItsOwnerMayReadACopyUntilItIsDone() throws Exception {
    Path file = write("replicated", "secret");
    cluster.fs().setPermission(file, new FsPermission((short) 0600));
    Path copy = new Path(file.getParent(), ".okapi-copy/secret");
    Set<FsPermission> seen = ConcurrentHashMap.newKeySet();
    AtomicBoolean done = new AtomicBoolean();
    Thread watcher =
        new Thread(
            () -> {
              while (!done.get()) {
                try {
                  seen.add(cluster.fs().getFileStatus(copy).getPermission());
                } catch (IOException e) {
                  Thread.onSpinWait();
                }
              }
            });
    watcher.start();
    try {
      assertThat(run(file, "RS-3-2-64k@4", "-copy").exitCode()).isZero();
    } finally {
      done.set(true);
      watcher.join();
    }
    assertThat(seen).containsExactly(new FsPermission((short) 0600));
    assertThat(cluster.fs().getFileStatus(file).getPermission())
        .isEqualTo(new FsPermission((short) 0600));
    assertNothingLeft(file);
  }

  @Test
  void whatAClientThatWasKilledLeftBehindGoesWithTheNextCopy() throws Exception {
    Path file = write("replicated", "again");
    Path left = new Path(file.getParent(), ".okapi-copy/again");
    cluster.fs().create(left).close();
    cluster.fs().setTimes(left, System.currentTimeMillis() - 3_700_000, -1);
    assertThat(run(file, "RS-3-2-64k@4", "-copy").exitCode()).isZero();
    assertNothingLeft(file);
    assertThat(cluster.read(file)).isEqualTo(BlockFileCluster.bytes(LENGTH, 5));
  }

  private static void assertNothingLeft(Path file) throws Exception {
    assertThat(cluster.fs().listStatus(file.getParent()))
        .noneMatch(each -> each.getPath().getName().equals(".okapi-copy"));
  }

  /** A tree of all forms; what can change in place does. */
  @Test
  void onlyWhatCannotChangeInPlaceIsCopied() throws Exception {
    Path inPlace = write("RS-3-2-64k@6", "tree/in-place");
    Path coupled = write("RS-3-2-64k", "tree/coupled");
    Path tree = new Path(TOP, "tree");
    cluster.fs().mkdirs(tree);
    for (Path file : List.of(inPlace, coupled)) {
      cluster.fs().rename(file, new Path(tree, file.getName()));
    }
    cluster.fs().create(new Path(tree, ".okapi-copy/x")).close();
    assertThat(run(tree, "RS-6-3-64k@6", "-copy", "-recursive", "-dryRun").out())
        .anyMatch(line -> line.startsWith(tree + "/coupled: would be copied, " + LENGTH + " bytes read"))
        .anyMatch(line -> line.startsWith("all: 1 groups, "));
    assertThat(form(new Path(tree, "coupled"))).isEqualTo("RS-3-2-64k");
    EcRun.Outcome outcome = run(tree, "RS-6-3-64k@6", "-copy", "-recursive", "-wait");
    assertThat(outcome.out()).containsExactly("1 done, 1 copied, 0 refused");
    for (String name : List.of("in-place", "coupled")) {
      assertThat(form(new Path(tree, name))).isEqualTo("RS-6-3-64k@6");
      assertThat(cluster.read(new Path(tree, name)))
          .isEqualTo(BlockFileCluster.bytes(LENGTH, 5));
    }
  }

  @Test
  void whatCannotBeIsRefusedAndLeavesTheFileAsItIs() throws Exception {
    EcRun.Outcome plain = run(write("replicated", "plain"), "RS-6-3-64k");
    assertThat(plain.exitCode()).isEqualTo(2);
    assertThat(plain.err()).anyMatch(line -> line.contains("is replicated; -copy"));
    Path file = write("RS-3-2-64k", "refused");
    Path left = new Path(file.getParent(), ".okapi-copy/refused");
    try (FSDataOutputStream underWay = cluster.fs().create(left)) {
      underWay.write(1);
      assertThat(run(file, "RS-6-3-64k@4", "-copy").err())
          .anyMatch(line -> line.contains("another copy is under way, or was left behind less than an hour ago: " + left));
      assertThat(cluster.fs().exists(left)).as("not ours, and open").isTrue();
    }
    assertThat(run(file, "RS-6-3-64k@4", "-copy").err())
        .anyMatch(line -> line.contains("another copy is under way, or was left behind less than an hour ago: " + left));
    assertThat(cluster.fs().exists(left)).as("not ours").isTrue();
    cluster.fs().delete(left.getParent(), true);
    Path open = new Path(file.getParent(), "open");
    try (FSDataOutputStream out = cluster.fs().create(open)) {
      out.write(1);
      assertThat(run(open, "RS-6-3-64k@4", "-copy").err())
          .anyMatch(line -> line.contains("being written"));
    }
    cluster.fs().setQuota(
        file.getParent(), HdfsConstants.QUOTA_DONT_SET,
        cluster.fs().getContentSummary(file.getParent()).getSpaceConsumed() + BLOCK);
    assertThat(run(file, "RS-6-3-64k@4", "-copy").exitCode()).isEqualTo(2);
    cluster.fs().setQuota(
        file.getParent(), HdfsConstants.QUOTA_DONT_SET, HdfsConstants.QUOTA_RESET);
    assertThat(form(file)).isEqualTo("RS-3-2-64k");
    assertNothingLeft(file);
    assertThat(cluster.read(file)).isEqualTo(BlockFileCluster.bytes(LENGTH, 5));
  }
}
