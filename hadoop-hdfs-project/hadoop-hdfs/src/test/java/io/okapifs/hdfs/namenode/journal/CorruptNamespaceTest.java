package io.okapifs.hdfs.namenode.journal;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.NamespaceRecord;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.transition.StepTexts;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.testing.Seed;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.namenode.EditLogInputStream;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogLoader;
import org.apache.hadoop.hdfs.server.namenode.NamespaceReplay;
import org.apache.hadoop.hdfs.tools.offlineEditsViewer.OfflineEditsViewer;
import org.apache.hadoop.hdfs.tools.offlineImageViewer.OfflineImageViewerPB;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** What no NameNode has written is refused, naming file and block; the rest goes round. */
class CorruptNamespaceTest {

  private static final String FILE = "/RS-3-2-64k-at-2/file";
  private static final String RESTAMPED = "/RS-3-2-64k-at-2/restamped";
  private static final String CHANGED = "/RS-3-2-64k-at-2/changed";
  private static final String CHANGING = "/RS-3-2-64k-at-2/changing";
  private static final String NEW_POLICY = "RS-6-3-64k";
  private static final Pattern STEP_OF_IMAGE =
      Pattern.compile("<valHex>([0-9a-f]+)</valHex>");
  private static final Pattern STEP = Pattern.compile("<VALUE>0x([0-9a-f]+)</VALUE>");
  private static final Pattern ID = Pattern.compile("<BLOCK_ID>(-?\\d+)</BLOCK_ID>");

  private static final int TORN_IMAGES = 20;
  private static final long SEED = Seed.get();

  private static final Pattern LOGGED_EXCEPTION = Pattern.compile("(?m)^java\\..*$");

  @TempDir static java.nio.file.Path temporary;

  private static NamespaceRecord recorded;

  /** The journal as XML: what is before its records, the records, what is behind. */
  private static String head;

  private static List<String> records;
  private static String image;
  private static int names;

  @BeforeAll
  static void write() throws Exception {
    try (BlockFileCluster cluster = new BlockFileCluster(6)) {
      Path directory = cluster.directory("RS-3-2-64k", 2);
      cluster.write(new Path(FILE), BlockFileCluster.bytes(7L * BLOCK + 5, 1));
      cluster.write(new Path(directory, "other"), BlockFileCluster.bytes(2L * BLOCK, 2));
      Path coupled = new Path("/coupled");
      cluster.fs().mkdirs(coupled);
      cluster.fs().setErasureCodingPolicy(coupled, "RS-3-2-64k");
      cluster.write(new Path(coupled, "striped"), BlockFileCluster.bytes(CELL, 3));
      cluster.write(new Path("/replicated"), BlockFileCluster.bytes(CELL, 4));
      adopt(cluster, new Path(coupled, "adopted"));
      restamp(cluster);
      transitions(cluster);
      try (FSDataOutputStream out = cluster.create(new Path(directory, "open"))) {
        out.write(BlockFileCluster.bytes(7L * BLOCK + 5, 5));
        recorded = NamespaceRecord.of(cluster, temporary);
      }
    } finally {
      BlockFileCluster.allowRepairs();
    }
    String xml = Files.readString(view(recorded.journal(), "xml").toPath());
    head = xml.substring(0, xml.indexOf("<RECORD>"));
    records = new ArrayList<>();
    Matcher record = Pattern.compile("(?s)<RECORD>.*?</RECORD>").matcher(xml);
    while (record.find()) {
      records.add(record.group());
    }
    assertThat(records).hasSize((int) recorded.lastTxId());
    image = Files.readString(imageXml(savedImage()).toPath());
  }

  /** Gives the open stripe a new stamp that no stream of its writer has. */
  private static void restamp(BlockFileCluster cluster) throws Exception {
    Path file = new Path(RESTAMPED);
    FSDataOutputStream out = cluster.create(file);
    out.write(BlockFileCluster.bytes(4L * BLOCK + 3 * CELL, 6));
    BlockFileCluster.await(
        "stripe 2 and group 1",
        () -> cluster.dataStripes(file).size() == 3 && cluster.parityGroups(file, 9).size() == 2);
    ClientProtocol namenode = cluster.fs().getClient().getNamenode();
    String client = cluster.fs().getClient().getClientName();
    ExtendedBlock old = cluster.dataStripes(file).get(2).getBlock();
    ExtendedBlock changed = new ExtendedBlock(old);
    changed.setGenerationStamp(
        namenode.updateBlockForPipeline(old, client).getBlock().getGenerationStamp());
    namenode.updatePipeline(client, old, changed, new DatanodeID[0], new String[0]);
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
  }

  /** A transition that has ended, and one that cannot. */
  private static void transitions(BlockFileCluster cluster) throws Exception {
    Transitions transitions = new Transitions(cluster, NEW_POLICY, () -> {});
    cluster.directory(NEW_POLICY, 2);
    cluster.write(new Path(CHANGED), BlockFileCluster.bytes(2L * BLOCK, 7));
    transitions.begin(new Path(CHANGED), NEW_POLICY);
    transitions.awaitDone(new Path(CHANGED));
    BlockFileCluster.failRepairs();
    cluster.write(new Path(CHANGING), BlockFileCluster.bytes(8L * BLOCK, 8));
    transitions.force(new Path(CHANGING), NEW_POLICY);
    transitions.awaitStep(new Path(CHANGING), Step.STARTED);
  }

  private static void adopt(BlockFileCluster cluster, Path file) throws Exception {
    cluster.write(file, BlockFileCluster.bytes(7L * BLOCK, 9));
    cluster.awaitCoupled(file);
    new Transitions(cluster, "none", () -> {}).run(file, "RS-3-2-64k@3");
  }

  private static File savedImage() throws IOException {
    File saved = newFile();
    try (NamespaceReplay replay = recorded.loadAll()) {
      replay.save(saved);
    }
    return saved;
  }

  private static File newFile() {
    return temporary.resolve("file-" + names++).toFile();
  }

  private static File view(File journal, String processor) {
    File viewed = new File(newFile().getPath() + (processor.equals("xml") ? ".xml" : ""));
    int exitCode =
        new OfflineEditsViewer().go(
            journal.getPath(), viewed.getPath(), processor, new OfflineEditsViewer.Flags(), null);
    assertThat(exitCode).as("exit code of the edits viewer").isZero();
    return viewed;
  }

  private static File imageXml(File from) throws Exception {
    File xml = newFile();
    assertThat(OfflineImageViewerPB.run(
        new String[] {"-i", from.getPath(), "-o", xml.getPath(), "-p", "XML"})).isZero();
    return xml;
  }

  private static File imageOf(String xml) throws Exception {
    // HDFS's viewer writes a replication of striped files, too, which its loader asserts is absent.
    Matcher inodes = Pattern.compile("(?s)<inode>.*?</inode>").matcher(xml);
    String loadable = inodes.replaceAll(inode -> Matcher.quoteReplacement(
        inode.group().contains("<erasureCodingPolicyId>")
            ? inode.group().replaceAll("<replication>\\d+</replication>", "")
            : inode.group()));
    File from = Files.writeString(newFile().toPath(), loadable).toFile();
    File to = newFile();
    assertThat(OfflineImageViewerPB.run(
        new String[] {"-i", from.getPath(), "-o", to.getPath(), "-p", "ReverseXML"})).isZero();
    return to;
  }

  private static File journalOf(List<String> edits) throws IOException {
    StringBuilder xml = new StringBuilder(head);
    for (int i = 0; i < edits.size(); i++) {
      xml.append(edits.get(i).replaceFirst("<TXID>\\d+<", "<TXID>" + (i + 1) + "<"));
    }
    xml.append("\n</EDITS>\n");
    java.nio.file.Path file = temporary.resolve("journal-" + names++ + ".xml");
    return view(Files.writeString(file, xml).toFile(), "binary");
  }

  @Test
  void imageAndJournalGoThroughXmlAndBackAndLoadTheSame() throws Exception {
    List<String> expected;
    try (NamespaceReplay replay = recorded.loadAll()) {
      expected = replay.digest();
    }
    try (NamespaceReplay replay = recorded.load(imageOf(image), recorded.lastTxId())) {
      // HDFS's viewer leaves out the last id of a striped block.
      assertThat(withoutLastId(replay.digest())).isEqualTo(withoutLastId(expected));
    }
    try (NamespaceReplay replay = recorded.load();
        EditLogInputStream edits = NamespaceReplay.edits(journalOf(records), 1)) {
      while (replay.txId() < recorded.lastTxId()) {
        replay.apply(edits);
      }
      assertThat(replay.digest()).isEqualTo(expected);
    }
  }

  private static List<String> withoutLastId(List<String> digest) {
    List<String> without = new ArrayList<>(digest);
    without.set(0, without.get(0).replaceFirst(" id=-?\\d+", ""));
    return without;
  }

  /** Name, what the journal becomes, what the refusal says. */
  static Stream<Arguments> corruptEdits() {
    int firstParity = indexOfAdd(FILE, true, 0);
    int secondStripe = indexOfAdd(FILE, false, 1);
    String parity = records.get(firstParity);
    String stripe = records.get(secondStripe);
    long parityId = lastId(parity);
    long stripeId = lastId(stripe);
    return Stream.of(
        edit("parity before its data", firstParity,
            String.join("", withLastId(parity, parityId + 16_000),
                withLastId(parity, parityId + 32_000), withLastId(parity, parityId + 48_000)),
            "parity group before its data"),
        edit("parity as a data stripe", firstParity,
            withLastId(parity, GroupIds.dataStripe(GroupIds.base(parityId), 2)),
            "only the last data stripe may be short"),
        edit("parity of another width", firstParity,
            withLastId(parity, GroupIds.parityGroup(GroupIds.base(parityId), 3)),
            "another width than its file"),
        edit("stripe of another width", secondStripe,
            withLastId(stripe, GroupIds.dataStripe(GroupIds.base(stripeId), 3)),
            "another width than its file"),
        edit("coupled block group", secondStripe,
            withLastId(stripe, GroupIds.base(stripeId)), "not the id of a data stripe"),
        edit("id taken", secondStripe,
            withLastId(stripe, lastId(records.get(indexOfAdd(FILE, false, 0)))),
            "the id is taken"),
        edit("parity of no length", firstParity, withBytes(parity, lastId(parity), 0),
            "length out of range"),
        edit("parity longer than a block", firstParity,
            withBytes(parity, lastId(parity), BLOCK + 1), "length out of range"),
        edit("parity behind another stripe", firstParity,
            parity.replace("<BLOCK_ID>" + firstId(parity), "<BLOCK_ID>" + (firstId(parity) + 16)),
            "mismatched last data stripe"),
        edit("width 17", indexOfOpen(FILE), withWidth(records.get(indexOfOpen(FILE)), 17),
            "stripe width out of range: stripeWidth=17"),
        edit("no width", indexOfOpen(FILE), withWidth(records.get(indexOfOpen(FILE)), 0),
            "go together"),
        edit("unknown policy", indexOfOpen(FILE),
            withPolicy(records.get(indexOfOpen(FILE)), (byte) (0x80 | 99)), "unknown policy"),
        edit("unguarded policy", indexOfOpen(FILE),
            withPolicy(records.get(indexOfOpen(FILE)), (byte) 64), "go together"),
        edit("parity in a coupled file", indexOfAdd("/coupled/striped", false, 0),
            withLastId(records.get(indexOfAdd("/coupled/striped", false, 0)), parityId + 16_000),
            "in a file without a stripe width"),
        edit("stripe in a replicated file", indexOfAdd("/replicated", false, 0),
            withLastId(records.get(indexOfAdd("/replicated", false, 0)), stripeId + 16_000),
            "in a file without a stripe width"),
        close("last stripe missing", blocks -> drop(blocks, blocks.size() - 1), "more parity"),
        close("middle stripe missing", blocks -> drop(blocks, blocks.size() - 2), "more parity"),
        close(
            "first parity missing", blocks -> drop(blocks, 0), "not as long as its group demands"),
        close("second parity as that of the first group",
            blocks -> set(drop(blocks, 0), 1, withAnyBytes(blocks.get(1), BLOCK)),
            "that of another group"),
        close("parity twice", blocks -> set(blocks, 1, blocks.get(0)), "out of order"),
        close("parity among the stripes", CorruptNamespaceTest::withParityAmongStripes,
            "not the id of a data stripe"),
        close("stripe short", blocks -> set(blocks, blocks.size() - 2,
            withAnyBytes(blocks.get(blocks.size() - 2), BLOCK)), "only the last"),
        close("parity short", blocks -> set(blocks, 0, withAnyBytes(blocks.get(0), CELL)),
            "not as long as its group demands"));
  }

  /** As above, for the list of an open file: two parity groups and three stripes. */
  static Stream<Arguments> corruptUpdates() {
    String stranger = "<BLOCK_ID>" + lastId(records.get(indexOfAdd(FILE, true, 0)));
    return Stream.of(
        update("two stripes missing",
            blocks -> drop(drop(blocks, blocks.size() - 1), blocks.size() - 1), "more parity"),
        update("first parity missing", blocks -> drop(blocks, 0), "that of another group"),
        update("parity twice", blocks -> set(blocks, 1, blocks.get(0)), "out of order"),
        update("stripe twice", blocks -> set(blocks, 3, blocks.get(2)), "out of order"),
        update("parity among the stripes", CorruptNamespaceTest::withParityAmongStripes,
            "not the id of a data stripe"),
        update("stripe short", blocks -> set(blocks, 3, withAnyBytes(blocks.get(3), CELL)),
            "only the last data stripe may be short"),
        update("last stripe too long",
            blocks -> set(blocks, 4, withAnyBytes(blocks.get(4), 2L * BLOCK + 1)),
            "length out of range"),
        update("parity too long",
            blocks -> set(blocks, 1, withAnyBytes(blocks.get(1), BLOCK + 1)),
            "length out of range"),
        update("parity of another file",
            blocks -> set(blocks, 0, blocks.get(0).replaceFirst("<BLOCK_ID>-?\\d+", stranger)),
            "belongs to another file"));
  }

  private static Arguments update(
      String name, UnaryOperator<List<String>> change, String refusal) {
    int index = index("OP_UPDATE_BLOCKS", RESTAMPED);
    return edit(name, index, changed(records.get(index), "<BLOCK>", "</BLOCK>", change),
        "(?s).*" + refusal + ".*block=blk_-\\d+.*");
  }

  @ParameterizedTest
  @MethodSource("corruptUpdates")
  void corruptUpdateIsRefusedNamingFileAndBlock(int index, String replacement, String refusal)
      throws IOException {
    String said = refusalOf(index, replacement);
    assertThat(said).contains("path=" + RESTAMPED).matches(refusal);
  }

  @ParameterizedTest
  @MethodSource("corruptEdits")
  void corruptEditIsRefusedAndChangesNothing(int index, String replacement, String refusal)
      throws IOException {
    assertThat(refusalOf(index, replacement)).contains(refusal).matches("(?s).*(path=|of )/.*");
  }

  /**
   * What is logged of the refusal of an edit, which changes nothing. HDFS may throw something else
   * over it while it goes back to the ids before the edit.
   */
  private static String refusalOf(int index, String replacement) throws IOException {
    List<String> edits = new ArrayList<>(records.subList(0, index));
    Matcher record = Pattern.compile("(?s)<RECORD>.*?</RECORD>").matcher(replacement);
    while (record.find()) {
      edits.add(record.group());
    }
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(FSEditLogLoader.class));
    try (NamespaceReplay replay = recorded.load();
        EditLogInputStream journal = NamespaceReplay.edits(journalOf(edits), 1)) {
      List<String> before = new ArrayList<>();
      assertThatThrownBy(() -> {
        while (replay.txId() < edits.size()) {
          before.clear();
          before.addAll(replay.digest());
          replay.apply(journal);
        }
      }).isInstanceOfAny(IOException.class, IllegalStateException.class);
      assertThat(replay.digest()).isEqualTo(before);
    } finally {
      log.stopCapturing();
    }
    Matcher logged = LOGGED_EXCEPTION.matcher(log.getOutput());
    assertThat(logged.find()).as("an exception in the log:%n%s", log.getOutput()).isTrue();
    return logged.group();
  }

  /** As above, for the steps of transitions; the first number of an id run is its stock id. */
  static Stream<Arguments> corruptSteps() {
    int queued = indexOfStep(CHANGING, 0);
    int started = indexOfStep(CHANGING, 1);
    int committed = indexOfStep(CHANGED, 2);
    String start = records.get(started);
    Matcher taken = Pattern.compile("groups=(-\\d+)").matcher(text(records.get(indexOfStep(CHANGED, 1))));
    assertThat(taken.find()).isTrue();
    return Stream.of(
        edit("begun twice", queued, records.get(queued) + records.get(queued), "cannot follow"),
        edit("started without being asked", queued, start, "cannot follow"),
        edit("started twice", started, start + start, "cannot follow"),
        edit("paused twice", started, start + pausedStep(start) + pausedStep(start),
            "cannot follow"),
        edit("started while it is paused", started, pausedStep(records.get(queued)) + start,
            "cannot follow"),
        edit("committed before its start", started, step(start, "started (.*) groups=.*",
            "committed $1 groups="), "cannot follow"),
        edit("committed twice", committed, records.get(committed) + records.get(committed),
            "cannot follow"),
        edit("cancelled without being asked", queued,
            step(records.get(queued), "^queued", "aborted"), "cannot follow"),
        edit("cancelled for another", started,
            step(start, "started (.*) priority=1 (.*) groups=.*",
                "aborted $1 priority=2 $2 groups="), "cannot follow"),
        edit("no record", queued, valued(records.get(queued), new byte[] {8, 1, 16}),
            "not the step of a transition: value=080110"),
        edit("no step", queued, step(records.get(queued), "^queued", "paused"),
            "not the step of a transition"),
        edit("of a newer version", queued, valued(records.get(queued), new byte[] {8, 2}),
            "of a newer version than this NameNode reads: formatVersion=2, known=1"),
        edit("unknown policy", queued, step(records.get(queued), "policy=\\d+", "policy=99"),
            "unknown policy: policyId=99"),
        edit("other cells", queued, step(records.get(queued), "policy=\\d+", "policy=1"),
            "cell size"),
        edit("groups missing", started, step(start, ":2$", ":1"), "other block groups"),
        edit("groups too many", started, step(start, ":2$", ":3"), "other block groups"),
        edit("id taken", started, step(start, "groups=-\\d+", taken.group()), "id is taken"),
        edit("ids of no block groups", started, step(start, "groups=-\\d+", "groups=160"),
            "not the stock ids of block groups"),
        edit("ids that descend", started,
            step(start, "groups=(-\\d+):(\\d+):2", "groups=$1:$2:1," + Long.MIN_VALUE + ":1:1"),
            "not the stock ids of block groups in their order"),
        edit("of a directory", queued, ofPath(queued, "/coupled"), "it is no file"),
        edit("of nothing", queued, ofPath(queued, "/nothing"), "it is no file"),
        edit("to wider groups of a coupled file", queued, ofPath(queued, "/coupled/striped"),
            "groups of a file that gets a stripe width are its stripes: k=6, stripeWidth=3"),
        edit("of a replicated file", queued, ofPath(queued, "/replicated"), "is replicated"),
        edit("then to an unknown policy", queued,
            step(records.get(queued), "groups=", "groups= then=99"),
            "unknown policy: policyId=99"),
        edit("then to the same", queued,
            step(records.get(queued), "policy=(\\d+) (.*)$", "policy=$1 $2 then=$1"),
            "no such transition"),
        edit("to HDFS's own layout of narrower stripes", queued,
            step(records.get(queued), "groups=", "groups= form=coupled"),
            "as wide as their code: stripeWidth=2"),
        edit("to that by a second transition", queued,
            step(records.get(queued), "groups=", "groups= then=coupled"),
            "as wide as their code: stripeWidth=2"),
        edit("of an open file", queued, ofPath(queued, RESTAMPED), "is being written"));
  }

  @ParameterizedTest
  @MethodSource("corruptSteps")
  void corruptStepOfATransitionIsRefusedAndChangesNothing(
      int index, String replacement, String refusal) throws IOException {
    assertThat(refusalOf(index, replacement)).contains(refusal).contains("path=/");
  }

  private static String ofPath(int index, String path) {
    return records.get(index).replace("<SRC>" + CHANGING + "<", "<SRC>" + path + "<");
  }

  private static String pausedStep(String edit) {
    return step(edit, "paused=false", "paused=true");
  }

  private static int indexOfStep(String path, int number) {
    return IntStream.range(0, records.size())
        .filter(i -> records.get(i).contains("<OPCODE>OP_SET_XATTR<")
            && records.get(i).contains("<SRC>" + path + "<"))
        .skip(number)
        .findFirst()
        .orElseThrow();
  }

  /** An edit with another text of its step. */
  private static String step(String edit, String pattern, String replacement) {
    String changed = text(edit).replaceFirst(pattern, replacement);
    assertThat(changed).isNotEqualTo(text(edit));
    return valued(edit, StepTexts.value(changed));
  }

  private static String valued(String edit, byte[] value) {
    return STEP.matcher(edit).replaceFirst(
        "<VALUE>0x" + HexFormat.of().formatHex(value) + "</VALUE>");
  }

  private static String text(String edit) {
    Matcher value = STEP.matcher(edit);
    assertThat(value.find()).as("%s", edit).isTrue();
    return StepTexts.text(HexFormat.of().parseHex(value.group(1)));
  }

  static Stream<Arguments> corruptImages() {
    return Stream.of(
        imageBlocks("last stripe missing", blocks -> drop(blocks, blocks.size() - 1), "more par"),
        imageBlocks("first stripe short", blocks -> {
          int firstStripe = (blocks.size() + 1) / 2;
          return set(blocks, firstStripe,
              blocks.get(firstStripe).replaceAll("<numBytes>\\d+", "<numBytes>" + BLOCK));
        }, "only the last data stripe"),
        imageBlocks("parity twice", blocks -> set(blocks, 1, blocks.get(0)), "out of order"),
        imageBlocks("parity among the stripes", CorruptNamespaceTest::withParityAmongStripes,
            "not the id of a data stripe"),
        imageBlocks("parity short", blocks -> set(blocks, 0,
            blocks.get(0).replaceAll("<numBytes>\\d+", "<numBytes>" + CELL)), "not as long"),
        imageInode("width 17", "file", inode -> inode.replaceAll("<preferredBlockSize>\\d+",
            "<preferredBlockSize>" + (17L << 40 | BLOCK)), "stripe width out of range"),
        imageInode("no width", "file", inode -> inode.replaceAll("<preferredBlockSize>\\d+",
            "<preferredBlockSize>" + BLOCK), "go together"),
        imageStep("step that is never kept", "started (policy=.* groups=).*", "committed $1",
            "never kept"),
        imageStep("no record of a step", "^started", "began", "not the step of a transition"),
        imageStep("step to an unknown policy", "policy=\\d+", "policy=99",
            "unknown policy: policyId=99"),
        imageStep("new groups missing", ":2$", ":1", "other block groups"),
        imageInode("step of a newer version", "changing",
            inode -> STEP_OF_IMAGE.matcher(inode).replaceFirst("<valHex>0802</valHex>"),
            "of a newer version than this NameNode reads: formatVersion=2, known=1"),
        imageInode("unknown policy", "file", inode -> inode.replaceAll(
            "<erasureCodingPolicyId>-?\\d+", "<erasureCodingPolicyId>-29"), "unknown policy"),
        imageInode("data stripe of ours among adopted ones", "adopted",
            inode -> withLastBlock(inode, GroupIds.dataStripe(Long.MIN_VALUE + 16_000, 3)),
            "not the id of a block group of HDFS's own layout"),
        imageInode("adopted block group among data stripes", "file",
            inode -> withLastBlock(inode, Long.MIN_VALUE + 16_000), "not the id of a data stripe"),
        imageInode("parity in a coupled file", "striped", CorruptNamespaceTest::withParityId,
            "in a file without a stripe width"),
        imageInode("parity in a replicated file", "replicated",
            CorruptNamespaceTest::withParityId, "in a file without a stripe width"));
  }

  @ParameterizedTest
  @MethodSource("corruptImages")
  void corruptFileInAnImageIsRefused(String file, String corrupt, String refusal)
      throws Exception {
    File from = imageOf(corrupt);
    assertThatThrownBy(() -> recorded.load(from, recorded.lastTxId()).close())
        .hasStackTraceContaining(refusal)
        .hasStackTraceContaining("name=" + file + ":");
  }

  @Test
  void tornImageIsRefused() throws IOException {
    byte[] whole = Files.readAllBytes(savedImage().toPath());
    Random random = new Random(SEED);
    Set<Integer> lengths = new TreeSet<>(List.of(0, 1, 7, 8, 9, whole.length - 4));
    lengths.add(whole.length - 1);
    for (int i = 0; i < TORN_IMAGES; i++) {
      lengths.add(random.nextInt(whole.length));
    }
    for (int length : lengths) {
      File torn = Files.write(newFile().toPath(), Arrays.copyOf(whole, length)).toFile();
      assertThatThrownBy(() -> recorded.load(torn, recorded.lastTxId()).close())
          .as("%s of %s bytes, seed %s", length, whole.length, SEED)
          .isInstanceOf(IOException.class);
    }
  }

  private static Arguments edit(String name, int index, String replacement, String refusal) {
    return Arguments.of(Named.of(name, index), Named.of("edits", replacement), refusal);
  }

  private static Arguments close(
      String name, UnaryOperator<List<String>> change, String refusal) {
    int index = index("OP_CLOSE", FILE);
    return edit(
        name, index, changed(records.get(index), "<BLOCK>", "</BLOCK>", change), refusal);
  }

  private static Arguments imageBlocks(
      String name, UnaryOperator<List<String>> change, String refusal) {
    return imageInode(
        name, "file", inode -> changed(inode, "<block>", "</block>", change), refusal);
  }

  /** Another text of the step that a file of the image is in. */
  private static Arguments imageStep(
      String name, String pattern, String replacement, String refusal) {
    return imageInode(
        name, "changing",
        inode -> {
          Matcher value = STEP_OF_IMAGE.matcher(inode);
          assertThat(value.find()).as(inode).isTrue();
          String text = StepTexts.text(HexFormat.of().parseHex(value.group(1)));
          byte[] changed = StepTexts.value(text.replaceFirst(pattern, replacement));
          return value.replaceFirst(
              "<valHex>" + HexFormat.of().formatHex(changed) + "</valHex>");
        },
        refusal);
  }

  private static Arguments imageInode(
      String name, String file, UnaryOperator<String> change, String refusal) {
    Matcher inode =
        Pattern.compile("(?s)<inode>(?:(?!</inode>).)*<name>" + file + "</name>.*?</inode>")
            .matcher(image);
    assertThat(inode.find()).isTrue();
    String changed = change.apply(inode.group());
    assertThat(changed).isNotEqualTo(inode.group());
    return Arguments.of(
        Named.of(name, file), Named.of("image", image.replace(inode.group(), changed)), refusal);
  }

  /** Changes the list of blocks in a piece of XML. */
  private static String changed(
      String xml, String begin, String end, UnaryOperator<List<String>> change) {
    int from = xml.indexOf(begin);
    int to = xml.lastIndexOf(end) + end.length();
    List<String> blocks = new ArrayList<>();
    Matcher block = Pattern.compile("(?s)" + begin + ".*?" + end).matcher(xml);
    while (block.find()) {
      blocks.add(block.group());
    }
    assertThat(blocks).hasSizeGreaterThan(4);
    return xml.substring(0, from) + String.join("", change.apply(blocks)) + xml.substring(to);
  }

  private static List<String> drop(List<String> blocks, int index) {
    blocks.remove(index);
    return blocks;
  }

  private static List<String> withParityAmongStripes(List<String> blocks) {
    String parity = blocks.remove(0);
    blocks.add(blocks.size() - 1, parity);
    return blocks;
  }

  private static List<String> set(List<String> blocks, int index, String block) {
    blocks.set(index, block);
    return blocks;
  }

  private static String withLastBlock(String inode, long id) {
    int last = inode.lastIndexOf("<block><id>");
    return inode.substring(0, last)
        + inode.substring(last).replaceFirst("<id>-?\\d+", "<id>" + id);
  }

  private static String withParityId(String inode) {
    long id = GroupIds.parityGroup(Long.MIN_VALUE + 16_000, 2);
    return inode.replaceFirst("<block><id>-?\\d+", "<block><id>" + id);
  }

  private static int index(String opcode, String path) {
    for (int i = 0; i < records.size(); i++) {
      if (records.get(i).contains("<OPCODE>" + opcode + "<")
          && records.get(i).contains("<PATH>" + path + "<")) {
        return i;
      }
    }
    throw new AssertionError("no " + opcode + " of " + path);
  }

  private static int indexOfOpen(String path) {
    return index("OP_ADD", path);
  }

  private static int indexOfAdd(String path, boolean parity, int number) {
    int seen = 0;
    for (int i = 0; i < records.size(); i++) {
      if (records.get(i).contains("<OPCODE>OP_ADD_BLOCK<")
          && records.get(i).contains("<PATH>" + path + "<")
          && GroupIds.isParityGroup(lastId(records.get(i))) == parity
          && seen++ == number) {
        return i;
      }
    }
    throw new AssertionError("no allocation " + number + " of " + path);
  }

  private static long firstId(String record) {
    Matcher id = ID.matcher(record);
    assertThat(id.find()).isTrue();
    return Long.parseLong(id.group(1));
  }

  private static long lastId(String record) {
    return ID.matcher(record).results().mapToLong(id -> Long.parseLong(id.group(1)))
        .reduce((first, second) -> second).orElseThrow();
  }

  private static String withLastId(String record, long id) {
    int at = record.lastIndexOf("<BLOCK_ID>");
    return record.substring(0, at)
        + record.substring(at).replaceFirst("<BLOCK_ID>-?\\d+", "<BLOCK_ID>" + id);
  }

  private static String withBytes(String record, long id, long bytes) {
    int at = record.indexOf("<BLOCK_ID>" + id);
    return record.substring(0, at) + withAnyBytes(record.substring(at), bytes);
  }

  private static String withAnyBytes(String xml, long bytes) {
    return xml.replaceFirst("<NUM_BYTES>\\d+", "<NUM_BYTES>" + bytes);
  }

  private static String withWidth(String record, long width) {
    return record.replaceFirst("<BLOCKSIZE>\\d+", "<BLOCKSIZE>" + (width << 40 | BLOCK));
  }

  private static String withPolicy(String record, byte id) {
    return record.replaceFirst(
        "<ERASURE_CODING_POLICY_ID>-?\\d+", "<ERASURE_CODING_POLICY_ID>" + id);
  }
}
