package io.okapifs.hdfs.namenode.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The blocks of a closed file are one entry of an image, and come back as they were. */
class CompactBlockListTest {

  private static final int CELL = 1024;
  private static final long BLOCK = 4 * CELL;
  private static final GroupPolicy RS = new GroupPolicy("RS-6-3-1k", "rs", 6, 3, 1, CELL);
  private static final long FIRST_ID = Long.MIN_VALUE + (1L << 30);

  /** How far apart ids and stamps are at most, with one writer and with many. */
  private static final int ALONE = 1;
  private static final int BUSY = 1000;

  private static long raw(int width) {
    return (long) width << 40 | BLOCK;
  }

  private static BlockProto block(long id, long stamp, long bytes) {
    return BlockProto.newBuilder().setBlockId(id).setGenStamp(stamp).setNumBytes(bytes).build();
  }

  /** As one writer alone gets them: a stripe, parity of its group, the other stripes. */
  private static List<BlockProto> written(int width, long length) {
    return written(width, length, ALONE, new Random(1));
  }

  private static List<BlockProto> written(int width, long length, int apart, Random random) {
    FileLayout layout = new FileLayout(RS, width, BLOCK);
    List<BlockProto> parity = new ArrayList<>();
    List<BlockProto> stripes = new ArrayList<>();
    long id = FIRST_ID;
    long stamp = 1_000_000;
    long groups = layout.groupCount(length);
    for (long at = 0; at < length; at += layout.stripeSize()) {
      id += 16L * (1 + random.nextInt(apart));
      stamp += 1 + random.nextInt(apart);
      stripes.add(
          block(
              GroupIds.dataStripe(id, width), stamp, Math.min(length - at, layout.stripeSize())));
      while (parity.size() < Math.min(groups, (at / BLOCK + width + 5) / 6)) {
        id += 16L * (1 + random.nextInt(apart));
        stamp += 1 + random.nextInt(apart);
        parity.add(
            block(
                GroupIds.parityGroup(id, 3), stamp,
                layout.parityLength(parity.size(), length)));
      }
    }
    parity.addAll(stripes);
    return parity;
  }

  private static List<BlockProto> expand(int width, List<BlockProto> saved) {
    return CompactBlockList.expand(file(width).build(), saved);
  }

  private static INodeSection.INodeFile.Builder file(int width) {
    return INodeSection.INodeFile.newBuilder()
        .setErasureCodingPolicyID((byte) (1 | 0x80))
        .setPreferredBlockSize(raw(width));
  }

  private static void assertComesBackFromOneEntry(int width, List<BlockProto> merged) {
    List<BlockProto> saved = CompactBlockList.shorten(merged, raw(width));
    assertThat(saved).hasSize(1);
    assertThat(expand(width, saved)).isEqualTo(merged);
  }

  private static int bytes(List<BlockProto> blocks) {
    return INodeSection.INodeFile.newBuilder().addAllBlocks(blocks).build().getSerializedSize();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6})
  void listsComeBackAsTheyWere(int width) {
    Random random = new Random(width);
    for (long length = 1; length < 40 * BLOCK; length += 1 + random.nextInt(2000)) {
      for (int apart : new int[] {ALONE, BUSY}) {
        List<BlockProto> merged = written(width, length, apart, random);
        List<BlockProto> saved = CompactBlockList.shorten(merged, raw(width));
        assertThat(saved).hasSize(length > width * BLOCK ? 1 : merged.size());
        assertThat(expand(width, saved)).isEqualTo(merged);
      }
    }
  }

  /** A recovery gives a stripe a new stamp, which is larger than that of later stripes. */
  @Test
  void stampsNeedNotAscend() {
    List<BlockProto> merged = written(1, 6 * BLOCK);
    merged.set(2, merged.get(2).toBuilder().setGenStamp(1L << 40).build());
    assertComesBackFromOneEntry(1, merged);
  }

  /** Stripes of a file that was adopted keep ids of HDFS's own. */
  @Test
  void adoptedStripesKeepTheirIds() {
    List<BlockProto> merged = written(6, 20 * BLOCK);
    merged.replaceAll(
        each ->
            GroupIds.isParityGroup(each.getBlockId())
                ? each
                : each.toBuilder().setBlockId(GroupIds.base(each.getBlockId())).build());
    assertComesBackFromOneEntry(6, merged);
  }

  @Test
  void aNarrowGroupTakesLessThanThreeEntries() {
    List<BlockProto> merged = written(1, 6 * BLOCK);
    int threeEntries = bytes(merged.subList(0, 3));
    assertThat(bytes(CompactBlockList.shorten(merged, raw(1)))).isLessThan(threeEntries);
  }

  @Test
  void whatWouldNotComeBackIsSavedAsItIs() {
    List<BlockProto> merged = written(1, 6 * BLOCK);
    merged.set(2, merged.get(2).toBuilder().setNumBytes(BLOCK - 1).build());
    assertThat(CompactBlockList.shorten(merged, raw(1))).isSameAs(merged);
    List<BlockProto> odd = written(1, 6 * BLOCK);
    odd.set(2, odd.get(2).toBuilder().setBlockId(odd.get(2).getBlockId() + 1).build());
    assertThat(CompactBlockList.shorten(odd, raw(1))).isSameAs(odd);
  }

  /** So does a version that does not know the short form. */
  @Test
  void aBrokenShortFormIsRefusedByItsLength() {
    List<BlockProto> saved = CompactBlockList.shorten(written(1, 6 * BLOCK), raw(1));
    List<UnaryOperator<BlockProto.Builder>> faults =
        List.of(
            entry -> entry.setNumBytes(entry.getNumBytes() + BLOCK),
            entry -> entry.setNumBytes(entry.getNumBytes() - BLOCK),
            entry -> entry.setUnknownFields(BlockProto.getDefaultInstance().getUnknownFields()));
    for (UnaryOperator<BlockProto.Builder> fault : faults) {
      List<BlockProto> broken =
          List.of(fault.apply(saved.get(0).toBuilder()).build());
      assertThat(expand(1, broken)).isSameAs(broken);
      Block[] list = broken.stream().map(PBHelperClient::convert).toArray(Block[]::new);
      assertThat(BlockListCheck.ofMerged(new FileLayout(RS, 1, BLOCK), false, list))
          .contains("length out of range: most=" + BLOCK);
    }
  }

  /** An open file has no short form, nor has one of HDFS's own layout. */
  @Test
  void othersAreLeftAlone() {
    List<BlockProto> saved = CompactBlockList.shorten(written(1, 6 * BLOCK), raw(1));
    INodeSection.INodeFile open =
        file(1).setFileUC(INodeSection.FileUnderConstructionFeature.getDefaultInstance()).build();
    assertThat(CompactBlockList.expand(open, saved)).isSameAs(saved);
    INodeSection.INodeFile stock =
        INodeSection.INodeFile.newBuilder()
            .setErasureCodingPolicyID(1).setPreferredBlockSize(BLOCK).build();
    assertThat(CompactBlockList.expand(stock, saved)).isSameAs(saved);
  }
}
