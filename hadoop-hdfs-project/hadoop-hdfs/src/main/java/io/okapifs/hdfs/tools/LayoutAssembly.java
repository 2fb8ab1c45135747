package io.okapifs.hdfs.tools;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.tools.FileLayoutReport.Block;
import io.okapifs.hdfs.tools.FileLayoutReport.Group;
import io.okapifs.hdfs.tools.FileLayoutReport.Member;
import io.okapifs.hdfs.tools.FileLayoutReport.Stripe;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;

/** Puts what the NameNode says of stripes and groups together into one report. */
final class LayoutAssembly {

  private final FileLayout layout;
  private final GroupPolicy policy;
  private final ErasureCode code;
  private final LocatedBlocks stripes;
  private final List<LocatedBlock> groups;
  private final long length;
  private final Map<String, String> rackByNode = new HashMap<>();

  /**
   * @param stripes all data stripes of the file
   * @param groups its parity groups from the first one on; those behind the last count as unwritten
   */
  LayoutAssembly(FileLayout layout, LocatedBlocks stripes, List<LocatedBlock> groups) {
    this.layout = layout;
    this.policy = layout.policy();
    this.code = policy.code();
    this.stripes = stripes;
    this.groups = groups;
    this.length = stripes.getFileLength();
    Stream.concat(stripes.getLocatedBlocks().stream(), groups.stream())
        .flatMap(block -> Stream.of(block.getLocations()))
        .forEach(node -> rackByNode.put(node.getXferAddr(), node.getNetworkLocation()));
  }

  FileLayoutReport report(String path) {
    List<Stripe> stripeReports = new ArrayList<>();
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < layout.stripeCount(length); i++) {
      Stripe stripe = stripe(i);
      stripeReports.add(stripe);
      blocks.addAll(stripe.blocks());
    }
    List<Group> groupReports = new ArrayList<>();
    for (int g = 0; g < layout.groupCount(length); g++) {
      groupReports.add(group(g, blocks));
    }
    return new FileLayoutReport(
        path, length, layout.blockSize(), policy.name(), policy.k(), policy.r(), policy.alpha(),
        policy.cellSize(), layout.stripeWidth(), new HashSet<>(rackByNode.values()).size(),
        stripeReports, groupReports);
  }

  private Stripe stripe(int index) {
    LocatedStripedBlock located = (LocatedStripedBlock) stripes.get(index);
    long firstBlock = (long) index * layout.stripeWidth();
    long endBlock = Math.min(firstBlock + layout.stripeWidth(), layout.blockCount(length));
    List<Block> blocks = new ArrayList<>();
    for (long x = firstBlock; x < endBlock; x++) {
      int inStripe = layout.indexInStripe(x);
      List<String> nodes = nodesOf(located, inStripe);
      long id = located.getBlock().getBlockId() + inStripe;
      blocks.add(
          new Block(
              x, id, layout.blockLength(x, length), nodes, state(nodes, located.isCorrupt())));
    }
    return new Stripe(index, blocks);
  }

  private Group group(int index, List<Block> blocks) {
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < policy.k(); i++) {
      long x = (long) index * policy.k() + i;
      members.add(x < blocks.size() ? dataMember(i, blocks.get((int) x)) : absentMember(i));
    }
    LocatedStripedBlock located =
        index < groups.size() ? (LocatedStripedBlock) groups.get(index) : null;
    long parityLength =
        located == null ? layout.parityLength(index, length) : located.getBlockSize();
    for (int i = 0; i < policy.r(); i++) {
      members.add(parityMember(i, located, parityLength));
    }
    return new Group(
        index, parityLength, survives(members), GroupPlacement.of(members, rackByNode), members);
  }

  private static Member dataMember(int member, Block block) {
    return new Member(
        member, FileLayoutReport.DATA, block.blockId(), block.length(), block.nodes(),
        block.state());
  }

  private static Member absentMember(int member) {
    return new Member(
        member, FileLayoutReport.DATA, null, 0, List.of(), FileLayoutReport.ABSENT);
  }

  private Member parityMember(int parity, LocatedStripedBlock located, long parityLength) {
    int member = policy.k() + parity;
    if (located == null || !GroupIds.isParityGroup(located.getBlock().getBlockId())) {
      return new Member(
          member, FileLayoutReport.PARITY, null, parityLength, List.of(),
          FileLayoutReport.MISSING);
    }
    List<String> nodes = nodesOf(located, parity);
    // The listing of parity groups leaves corrupt replicas out, so it needs no flag.
    return new Member(
        member, FileLayoutReport.PARITY, located.getBlock().getBlockId() + parity, parityLength,
        nodes, state(nodes, false));
  }

  private int survives(List<Member> members) {
    BitSet usable = new BitSet();
    for (Member member : members) {
      boolean known = member.state().equals(FileLayoutReport.ABSENT);
      usable.set(member.member(), known || member.state().equals(FileLayoutReport.LIVE));
    }
    return GroupHealth.survives(code, usable);
  }

  private static String state(List<String> nodes, boolean corrupt) {
    if (nodes.isEmpty()) {
      return FileLayoutReport.MISSING;
    }
    return corrupt ? FileLayoutReport.SUSPECT : FileLayoutReport.LIVE;
  }

  private static List<String> nodesOf(LocatedStripedBlock located, int index) {
    List<String> nodes = new ArrayList<>();
    DatanodeInfo[] locations = located.getLocations();
    for (int i = 0; i < locations.length; i++) {
      String node = locations[i].getXferAddr();
      // A listing may repeat a location.
      if (located.getBlockIndices()[i] == index && !nodes.contains(node)) {
        nodes.add(node);
      }
    }
    return nodes;
  }
}
