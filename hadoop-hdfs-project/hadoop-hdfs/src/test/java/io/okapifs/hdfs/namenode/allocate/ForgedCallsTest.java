package io.okapifs.hdfs.namenode.allocate;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.NamespaceDigest;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that a writer repeats, or that somebody forges, change nothing in the NameNode. */
class ForgedCallsTest {

  private static final int STRIPE_WIDTH = 2;
  private static final int WRITTEN = 2 * STRIPE_WIDTH * BLOCK + 3 * CELL;

  @Cluster(dataNodes = 6)
  private static BlockFileCluster cluster;
  private static ClientProtocol namenode;
  private static String client;
  private static int files;

  private final byte[] bytes = BlockFileCluster.bytes(WRITTEN + 5L * BLOCK, 1);
  private Path file;
  private FSDataOutputStream out;
  private List<String> before;

  @BeforeAll
  static void connect() throws Exception {
    namenode = cluster.fs().getClient().getNamenode();
    client = cluster.fs().getClient().getClientName();
  }

  /** A file whose stripes 0 and 1 are full, stripe 2 is open, and so is the parity of group 1. */
  @BeforeEach
  void open() throws Exception {
    file = new Path(cluster.directory("RS-3-2-64k", STRIPE_WIDTH), "file" + files++);
    out = cluster.create(file);
    out.write(bytes, 0, WRITTEN);
    BlockFileCluster.await(
        "stripe 2 and group 1",
        () ->
            cluster.dataStripes(file).size() == 3
                && parityGroups().size() == 2
                && isReported());
    before = digest();
  }

  @AfterEach
  void writerEndsAsIfNothingHadBeen() throws Exception {
    assertThat(digest()).isEqualTo(before);
    out.write(bytes, WRITTEN, bytes.length - WRITTEN);
    out.close();
    cluster.checkBlocks(file, bytes);
  }

  /** Whether the stripes before the last one are complete; calls are answered otherwise before. */
  private boolean isReported() throws IOException {
    BlockInfo[] blocks = BlockFileCluster.blocks(cluster.mini().getNamesystem(), file);
    return Stream.of(blocks).skip(2).limit(2).allMatch(BlockInfo::isComplete);
  }

  private static List<String> digest() {
    return NamespaceDigest.ofWriter(cluster.mini().getNamesystem()).lines();
  }

  private List<LocatedStripedBlock> parityGroups() throws IOException {
    return cluster.parityGroups(file, 100);
  }

  private long fileId() {
    return ((DFSOutputStream) out.getWrappedStream()).getFileId();
  }

  private LocatedBlock addBlock(ExtendedBlock previous, String... favored) throws IOException {
    return namenode.addBlock(
        file.toString(), client, previous, null, fileId(), favored,
        EnumSet.noneOf(AddBlockFlag.class));
  }

  private ExtendedBlock stripe(int index) throws IOException {
    ExtendedBlock stripe =
        new ExtendedBlock(
            cluster.fs().getClient().getLocatedBlocks(file.toString(), 0, Long.MAX_VALUE)
                .getLocatedBlocks().get(index).getBlock());
    if (index < 2) {
      stripe.setNumBytes((long) STRIPE_WIDTH * BLOCK);
    }
    return stripe;
  }

  @Test
  void repeatedAllocationOfAStripeIsAnsweredWithTheSameStripe() throws Exception {
    LocatedBlock again = addBlock(stripe(1));
    assertThat(again.getBlock().getBlockId()).isEqualTo(stripe(2).getBlockId());
    assertThat(again.getLocations())
        .containsExactlyInAnyOrder(cluster.dataStripes(file).get(2).getLocations());
  }

  @Test
  void repeatedAllocationOfParityIsAnsweredWithTheSameParity() throws Exception {
    LocatedStripedBlock newest = parityGroups().get(1);
    LocatedBlock again =
        addBlock(null, new ParityRequests.Allocation(1, BLOCK).toMarker());
    assertThat(again.getBlock()).isEqualTo(newest.getBlock());
    assertThat(again.getLocations()).containsExactlyInAnyOrder(newest.getLocations());
  }

  @ParameterizedTest
  @CsvSource({"0, 262144", "1, 65536", "1, 262143", "2, 0", "2, 262144", "2, 262145",
      "2, 9223372036854775807", "2, -1", "3, 262144", "2147483647, 262144", "-1, 262144"})
  void parityOfAnotherGroupOrLengthIsRefused(int group, long length) {
    assertThatThrownBy(() -> addBlock(null, "okapi-pg=" + group + ":" + length))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, CELL, STRIPE_WIDTH * BLOCK - 1, STRIPE_WIDTH * BLOCK + 1})
  void stripeBehindAShortOneIsRefused(long length) throws Exception {
    ExtendedBlock last = stripe(2);
    last.setNumBytes(length);
    assertThatThrownBy(() -> addBlock(last)).isInstanceOf(IOException.class)
        .hasMessageContaining("may be short");
  }

  @Test
  void wrongStampInAnAllocationOrACloseIsRefused() throws Exception {
    ExtendedBlock last = stripe(2);
    last.setNumBytes((long) STRIPE_WIDTH * BLOCK);
    last.setGenerationStamp(last.getGenerationStamp() + 7);
    assertThatThrownBy(() -> addBlock(last)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> namenode.complete(file.toString(), client, last, fileId()))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, (long) STRIPE_WIDTH * BLOCK + 1, Long.MAX_VALUE})
  void closeWithALengthThatNoStripeHasIsRefused(long length) throws Exception {
    ExtendedBlock last = stripe(2);
    last.setNumBytes(length);
    assertThatThrownBy(() -> namenode.complete(file.toString(), client, last, fileId()))
        .hasMessageContaining("length out of range")
        .hasMessageContaining(file.toString());
  }

  /** Once journaled it kept every NameNode from starting. */
  @ParameterizedTest
  @ValueSource(longs = {(long) STRIPE_WIDTH * BLOCK + 1, 1L << 60, Long.MAX_VALUE})
  void syncWithALengthThatNoStripeHasIsRefused(long length) {
    assertThatThrownBy(() -> namenode.fsync(file.toString(), fileId(), client, length))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("length=" + length)
        .hasMessageContaining("most=" + STRIPE_WIDTH * BLOCK);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, (long) STRIPE_WIDTH * BLOCK + 1, 1L << 60})
  void recoveryWithALengthThatNoStripeHasIsRefused(long length) throws Exception {
    DatanodeProtocol protocol = (DatanodeProtocol) cluster.mini().getNameNodeRpc();
    ExtendedBlock last = stripe(2);
    assertThatThrownBy(
            () ->
                protocol.commitBlockSynchronization(
                    last, last.getGenerationStamp() + 1, length, true, false, new DatanodeID[0],
                    new String[0]))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("length out of range")
        .hasMessageContaining(file.toString());
  }

  @Test
  void strangersAreRefused() throws Exception {
    assertThatThrownBy(
            () -> namenode.addBlock(
                file.toString(), "stranger", null, null, fileId(),
                new String[] {new ParityRequests.Allocation(1, BLOCK).toMarker()},
                EnumSet.noneOf(AddBlockFlag.class)))
        .isInstanceOf(IOException.class);
    for (ExtendedBlock block : List.of(stripe(2), parityGroups().get(1).getBlock())) {
      assertThatThrownBy(() -> namenode.updateBlockForPipeline(block, "stranger"))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> namenode.complete(file.toString(), "stranger", block, fileId()))
          .isInstanceOf(IOException.class);
    }
  }

  /** By the service, and as an attribute, of a file that is being written. */
  @Test
  void anOpenFileBeginsNoTransition() throws Exception {
    cluster.directory("RS-6-3-64k", 2);
    before = digest();
    try (TransitionClient transitions = new TransitionClient(cluster.fs())) {
      assertThatThrownBy(() -> transitions.begin(file, "RS-6-3-64k", TransitionRecord.URGENT))
          .hasMessageContaining("the file is being written");
      transitions.cancel(file);
      transitions.pause(file);
    }
    assertThatThrownBy(
            () -> cluster.fs().setXAttr(file, TransitionRecord.FULL_XATTR, new byte[] {8, 1}))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aListingOfAllParityBehindAGroupEndsWithTheLastGroup() throws Exception {
    assertThat(
            namenode.getBlockLocations(
                file.toString(), ParityRequests.listingOffset(1), Long.MAX_VALUE)
                .getLocatedBlocks())
        .hasSize(1);
    assertThat(
            namenode.getBlockLocations(
                file.toString(), ParityRequests.listingOffset(2), Long.MAX_VALUE)
                .getLocatedBlocks())
        .isEmpty();
  }

  @Test
  void finishedStripeGetsNoNewStamp() throws Exception {
    ExtendedBlock finished = stripe(0);
    assertThatThrownBy(() -> namenode.updateBlockForPipeline(finished, client))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pipelineOfAnotherStampOrLengthIsRefused(boolean parity) throws Exception {
    ExtendedBlock old = parity ? parityGroups().get(1).getBlock() : stripe(2);
    checkRefused(old, old.getGenerationStamp(), old.getNumBytes());
    checkRefused(old, old.getGenerationStamp() - 1, old.getNumBytes());
    long most = parity ? BLOCK : (long) STRIPE_WIDTH * BLOCK;
    for (long length : new long[] {-1, most + 1, Long.MAX_VALUE}) {
      checkRefused(old, old.getGenerationStamp() + 100, length);
    }
    if (parity) {
      checkRefused(old, old.getGenerationStamp() + 100, BLOCK - 1);
    }
  }

  private void checkRefused(ExtendedBlock old, long stamp, long length) {
    ExtendedBlock changed = new ExtendedBlock(old);
    changed.setGenerationStamp(stamp);
    changed.setNumBytes(length);
    assertThatThrownBy(
            () -> namenode.updatePipeline(
                client, old, changed, new DatanodeID[0], new String[0]))
        .as("stamp %s, length %s", stamp, length).isInstanceOf(IOException.class);
  }

  @Test
  void repeatedCloseIsAnsweredAndChangesNothing() throws Exception {
    Path other = new Path(file.getParent(), "closed" + files++);
    try (FSDataOutputStream closing = cluster.create(other)) {
      closing.write(bytes, 0, CELL + 1);
      closing.close();
      long id = ((DFSOutputStream) closing.getWrappedStream()).getFileId();
      ExtendedBlock last = cluster.dataStripes(other).get(0).getBlock();
      before = digest();
      assertThat(namenode.complete(other.toString(), client, last, id)).isTrue();
      assertThat(namenode.complete(other.toString(), client, last, id)).isTrue();
    }
  }
}
