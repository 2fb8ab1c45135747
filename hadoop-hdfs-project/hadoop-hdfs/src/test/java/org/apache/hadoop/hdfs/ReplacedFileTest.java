package org.apache.hadoop.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.read.FileView;
import io.okapifs.hdfs.read.Source;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

/** What a NameNode says of a path while a stream has a file open that was there. */
class ReplacedFileTest {

  private static final String PATH = "/file";
  private static final int CELL = 1 << 16;
  private static final int WIDTH = 3;
  private static final int STRIPES = 2;
  private static final long STRIPE_BYTES = 4L * WIDTH * CELL;
  private static final long LENGTH = STRIPES * STRIPE_BYTES;
  private static final long ID = Long.MIN_VALUE + 160;
  private static final long PARITY_ID = Long.MIN_VALUE + 1600;
  private static final GroupPolicy THREE = policy(3);
  private static final GroupPolicy SIX = policy(6);

  private static final ErasureCodingPolicy COUPLED =
      new ErasureCodingPolicy(new ECSchema("rs", WIDTH, 2), CELL, (byte) 64);

  private final DFSClient client = Mockito.mock(DFSClient.class);

  private static GroupPolicy policy(int k) {
    return new GroupPolicy("RS-" + k + "-2-64k", "rs", k, 2, 1, CELL);
  }

  private static ErasureCodingPolicy view(GroupPolicy policy, int width) {
    return new StripeView(policy, width).toPolicy();
  }

  private DFSInputStream open(LocatedBlocks located) throws IOException {
    Configuration conf = new Configuration(false);
    Mockito.when(client.getConf()).thenReturn(new DfsClientConf(conf));
    Mockito.when(client.getConfiguration()).thenReturn(conf);
    ErasureCodingPolicy policy = located.getErasureCodingPolicy();
    return DecoupledStreams.open(
        client, PATH, true, policy, located,
        () -> new DFSStripedInputStream(client, PATH, true, policy, located));
  }

  private static LocatedBlock group(long id, long bytes, long offset) {
    return new LocatedStripedBlock(
        new ExtendedBlock("pool", id, bytes, 1001), new DatanodeInfo[0], new String[0],
        new StorageType[0], new byte[0], offset, false, null);
  }

  /** Stripes whose ids follow the first one. */
  private static LocatedBlocks stripes(
      ErasureCodingPolicy policy, long firstId, long length, boolean open) {
    List<LocatedBlock> groups =
        IntStream.range(0, (int) ((length + STRIPE_BYTES - 1) / STRIPE_BYTES))
            .mapToObj(
                j ->
                    group(
                        firstId + 16L * j, Math.min(STRIPE_BYTES, length - j * STRIPE_BYTES),
                        j * STRIPE_BYTES))
            .toList();
    return new LocatedBlocks(
        length, open, groups, groups.get(groups.size() - 1), true, null, policy);
  }

  private static LocatedBlocks closed(GroupPolicy policy, int width, long firstId, long length) {
    return stripes(view(policy, width), firstId, length, false);
  }

  private static final LocatedBlocks FILE = closed(THREE, WIDTH, ID, LENGTH);

  private void assertReplaced(LocatedBlocks file, LocatedBlocks told) throws IOException {
    DFSInputStream stream = open(file);
    assertThatThrownBy(() -> SameFile.check(stream, told))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("was replaced by another one");
  }

  private void assertSame(LocatedBlocks file, LocatedBlocks told) throws IOException {
    DFSInputStream stream = open(file);
    assertThatCode(() -> SameFile.check(stream, told)).doesNotThrowAnyException();
  }

  @Test
  void anotherPolicyOverTheSameStripesIsTheSameFile() throws IOException {
    assertSame(FILE, closed(SIX, WIDTH, ID, LENGTH));
  }

  /** One that was written in the same form, and is as long. */
  @Test
  void otherBlocksAreAnotherFile() throws IOException {
    assertReplaced(FILE, closed(THREE, WIDTH, ID + 1600, LENGTH));
  }

  @Test
  void aShorterFileIsAnotherOne() throws IOException {
    assertReplaced(FILE, closed(THREE, WIDTH, ID, LENGTH - 1));
  }

  @Test
  void anotherWidthOrLayoutIsAnotherFile() throws IOException {
    assertReplaced(FILE, closed(THREE, WIDTH + 1, ID, LENGTH));
    assertReplaced(FILE, stripes(COUPLED, ID, LENGTH, false));
  }

  @Test
  void ofHdfsOwnLayoutOtherBlocksAreAnotherFileAsWell() throws IOException {
    LocatedBlocks file = stripes(COUPLED, ID, LENGTH, false);
    assertSame(file, file);
    assertReplaced(file, stripes(COUPLED, ID + 1600, LENGTH, false));
  }

  /** Its writer may have given the last stripe up, and begun it anew. */
  @Test
  void ofAFileThatIsBeingWrittenTheLastStripeMayBeAnotherOne() throws IOException {
    LocatedBlocks open = stripes(view(THREE, WIDTH), ID, LENGTH, true);
    LocatedBlocks anotherLast =
        new LocatedBlocks(
            LENGTH, true,
            List.of(open.get(0), group(ID + 4800, STRIPE_BYTES, STRIPE_BYTES)), null, true, null,
            view(THREE, WIDTH));
    assertSame(open, anotherLast);
    assertReplaced(open, stripes(view(THREE, WIDTH), ID + 1600, LENGTH, true));
  }

  private void list(int group, GroupPolicy policy, long parityId) throws IOException {
    LocatedBlocks parity =
        new LocatedBlocks(
            LENGTH, false, List.of(group(parityId, 4L * CELL, 0)), null, true, null,
            view(policy, WIDTH));
    Mockito.when(client.getLocatedBlocks(PATH, ParityRequests.listingOffset(group), 1))
        .thenReturn(parity);
  }

  private void tell(LocatedBlocks stripes) throws IOException {
    Mockito.when(client.getLocatedBlocks(PATH, 0, 1)).thenReturn(stripes);
  }

  private ParityLocations parities() throws IOException {
    return new ParityLocations((DecoupledInputStream) open(FILE));
  }

  @Test
  void parityOfAnotherFileIsNotTaken() throws IOException {
    list(0, THREE, PARITY_ID);
    tell(closed(THREE, WIDTH, ID + 1600, LENGTH));
    ParityLocations parities = parities();
    assertThatThrownBy(() -> parities.get(0)).hasMessageContaining("was replaced by another one");
  }

  /** A block of it may be on the same node, under another id and of another code. */
  @Test
  void parityThatATransitionHasReplacedIsForgotten() throws IOException {
    list(0, THREE, PARITY_ID);
    list(1, SIX, PARITY_ID + 320);
    tell(FILE);
    ParityLocations parities = parities();
    assertThat(parities.get(0).policy()).isEqualTo(THREE);
    list(0, SIX, PARITY_ID + 16);
    assertThat(parities.get(1).policy()).isEqualTo(SIX);
    assertThat(parities.get(0).policy()).isEqualTo(SIX);
  }

  @Test
  void aParityBlockOfTheOldGroupIsNotLookedForInTheNewOne() throws IOException {
    list(0, THREE, PARITY_ID + 16);
    tell(FILE);
    DecoupledInputStream stream = (DecoupledInputStream) open(FILE);
    BlockLocator locator = new BlockLocator(stream, new ParityLocations(stream));
    FileView view = locator.view();
    assertThatThrownBy(() -> locator.locate(view, Source.parity(0, 0, PARITY_ID)))
        .isInstanceOf(BlockLostException.class)
        .hasMessageContaining("other parity now");
    assertThatThrownBy(() -> locator.locate(view, Source.parity(0, 0, PARITY_ID + 16)))
        .isInstanceOf(BlockLostException.class)
        .hasMessageContaining("no node is known");
  }
}
