package io.okapifs.hdfs.verify;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.verify.VerifiedMembers.Member;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;

/**
 * A closed file whose groups are looked up one by one. A file in HDFS's own striped layout is one
 * of stripe width k whose parity blocks stand behind the data blocks of their stripe.
 */
final class VerifiedFile {

  /** Parity groups are striped groups with one data block, as long as every parity block. */
  private static final int PARITY_GROUP_WIDTH = 1;

  private final DFSClient client;
  private final String path;
  private final long length;
  private final FileLayout layout;
  private final boolean decoupled;

  private VerifiedFile(
      DFSClient client, String path, long length, FileLayout layout, boolean decoupled) {
    this.client = client;
    this.path = path;
    this.length = length;
    this.layout = layout;
    this.decoupled = decoupled;
  }

  /**
   * @param status of an erasure coded file
   * @throws IllegalArgumentException where it has a layout that we cannot read
   */
  static VerifiedFile of(DFSClient client, String path, HdfsFileStatus status) {
    ErasureCodingPolicy policy = status.getErasureCodingPolicy();
    boolean decoupled = StripeView.isView(policy);
    StripeView view =
        decoupled
            ? StripeView.of(policy)
            : new StripeView(
                new GroupPolicy(
                    policy.getName(), policy.getCodecName(), policy.getNumDataUnits(),
                    policy.getNumParityUnits(), 1, policy.getCellSize()),
                policy.getNumDataUnits());
    return new VerifiedFile(
        client, path, status.getLen(), view.layout(status.getBlockSize()), decoupled);
  }

  String path() {
    return path;
  }

  GroupPolicy policy() {
    return layout.policy();
  }

  long groupCount() {
    return layout.groupCount(length);
  }

  /**
   * Asks the NameNode.
   *
   * @throws FileChangedException where the file is another one by now, or none
   */
  VerifiedMembers locate(long group) throws IOException {
    int k = policy().k();
    long firstBlock = group * k;
    long endBlock = Math.min(firstBlock + k, layout.blockCount(length));
    long from = layout.stripeOf(firstBlock) * layout.stripeSize();
    long to = (layout.stripeOf(endBlock - 1) + 1) * layout.stripeSize();
    List<LocatedBlock> stripes = list(from, Math.min(to, length) - from);
    List<Member> members = new ArrayList<>();
    for (long block = firstBlock; block < firstBlock + k; block++) {
      members.add(block < endBlock ? dataMember(block, from, stripes) : absentMember(block));
    }
    LocatedStripedBlock parities = decoupled ? parityGroup(group) : striped(stripes.get(0));
    long parityLength =
        decoupled && parities != null
            ? parities.getBlockSize()
            : layout.parityLength(group, length);
    for (int i = 0; i < policy().r(); i++) {
      members.add(parityMember(i, parities, parityLength));
    }
    if (members.stream().anyMatch(Member::isLost)) {
      Map<Long, List<String>> corrupt = CorruptReplicas.ask(client, path);
      members.replaceAll(
          member -> member.knownCorruptOn(corrupt.getOrDefault(member.blockId(), List.of())));
    }
    return new VerifiedMembers(group, parityLength, members);
  }

  private List<LocatedBlock> list(long from, long bytes) throws IOException {
    LocatedBlocks located = ask(from, bytes);
    if (located.isUnderConstruction()) {
      throw new FileChangedException("it is being written");
    }
    if (located.getFileLength() != length) {
      throw new FileChangedException("it was replaced meanwhile");
    }
    return located.getLocatedBlocks();
  }

  private LocatedBlocks ask(long offset, long count) throws IOException {
    try {
      return client.getLocatedBlocks(path, offset, count);
    } catch (FileNotFoundException e) {
      throw new FileChangedException("it was deleted or renamed meanwhile");
    }
  }

  private Member dataMember(long block, long from, List<LocatedBlock> stripes)
      throws IOException {
    int place = (int) (layout.stripeOf(block) - from / layout.stripeSize());
    if (place >= stripes.size()) {
      throw new FileChangedException("it was replaced meanwhile");
    }
    LocatedStripedBlock stripe = striped(stripes.get(place));
    int index = layout.indexInStripe(block);
    return new Member(
        "data block " + block, stripe.getBlock().getBlockId() + index,
        layout.blockLength(block, length), replicas(stripe, layout.stripeWidth(), index));
  }

  private static Member absentMember(long block) {
    return new Member("data block " + block, 0, 0, List.of());
  }

  private Member parityMember(int parity, LocatedStripedBlock parities, long parityLength) {
    String name = "parity " + parity;
    if (parities == null) {
      return new Member(name, 0, parityLength, List.of());
    }
    int index = decoupled ? parity : policy().k() + parity;
    int width = decoupled ? PARITY_GROUP_WIDTH : policy().k();
    return new Member(
        name, parities.getBlock().getBlockId() + index, parityLength,
        replicas(parities, width, index));
  }

  private LocatedStripedBlock parityGroup(long group) throws IOException {
    LocatedBlocks listed = ask(ParityRequests.listingOffset(Math.toIntExact(group)), 1);
    if (!StripeView.isView(listed.getErasureCodingPolicy())
        || !StripeView.of(listed.getErasureCodingPolicy()).group().equals(policy())) {
      throw new FileChangedException("its policy was changed meanwhile");
    }
    return listed.locatedBlockCount() == 0 ? null : striped(listed.get(0));
  }

  private LocatedStripedBlock striped(LocatedBlock block) throws FileChangedException {
    if (block instanceof LocatedStripedBlock stripe) {
      return stripe;
    }
    throw new FileChangedException("it was replaced meanwhile");
  }

  /** One for each node: a listing may repeat a location. */
  private List<LocatedBlock> replicas(LocatedStripedBlock blocks, int width, int index) {
    Map<DatanodeInfo, LocatedBlock> replicas = new LinkedHashMap<>();
    int cell = policy().cellSize();
    for (int i = 0; i < blocks.getLocations().length; i++) {
      if (blocks.getBlockIndices()[i] == index) {
        replicas.put(
            blocks.getLocations()[i],
            StripedBlockUtil.constructInternalBlock(blocks, i, cell, width, index));
      }
    }
    return List.copyOf(replicas.values());
  }
}
