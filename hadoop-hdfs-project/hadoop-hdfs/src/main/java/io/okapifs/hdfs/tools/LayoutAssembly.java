package io.okapifs.hdfs.tools;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.layout.GroupTolerance;
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
import java.util.Set;
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
  private final Map<Long, List<String>> corruptNodes;
  private final Set<Long> contradictory;
  private final Map<String, String> rackByNode = new HashMap<>();
  private final Silence silence;

  /**
   * @param stripes all data stripes of the file
   * @param groups its parity groups from the first one on; those behind the last count as unwritten
   * @param corruptNodes nodes with corrupt replicas, by the id of the block file
   * @param contradictory ids of parity groups whose members contradict each other
   * @param heartbeatMillis how often a node reports
   */
  LayoutAssembly(
      FileLayout layout, LocatedBlocks stripes, List<LocatedBlock> groups,
      Map<Long, List<String>> corruptNodes, Set<Long> contradictory, long heartbeatMillis) {
    this.layout = layout;
    this.policy = layout.policy();
    this.code = policy.code();
    this.stripes = stripes;
    this.groups = groups;
    this.length = stripes.getFileLength();
    this.corruptNodes = corruptNodes;
    this.contradictory = contradictory;
    this.silence = new Silence(heartbeatMillis);
    Stream.concat(stripes.getLocatedBlocks().stream(), groups.stream())
        .flatMap(block -> Stream.of(block.getLocations()))
        .forEach(
            node -> {
              rackByNode.put(node.getXferAddr(), node.getNetworkLocation());
              silence.add(node);
            });
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
        silence.nodes(), stripeReports, groupReports);
  }

  private Stripe stripe(int index) {
    LocatedStripedBlock located = (LocatedStripedBlock) stripes.get(index);
    long firstBlock = (long) index * layout.stripeWidth();
    long endBlock = Math.min(firstBlock + layout.stripeWidth(), layout.blockCount(length));
    List<Block> blocks = new ArrayList<>();
    for (long x = firstBlock; x < endBlock; x++) {
      int inStripe = layout.indexInStripe(x);
      long id = located.getBlock().getBlockId() + inStripe;
      List<String> corrupt = corruptOn(id);
      List<String> nodes = nodesOf(located, inStripe, corrupt);
      boolean suspect = located.isCorrupt() && corruptNodes.isEmpty();
      blocks.add(
          new Block(
              x, id, layout.blockLength(x, length), nodes, state(nodes, corrupt, suspect),
              corrupt));
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
    boolean contradicts =
        located != null && contradictory.contains(located.getBlock().getBlockId());
    return new Group(
        index, parityLength, survives(members), contradicts,
        GroupNodes.of(members, rackByNode), members);
  }

  private static Member dataMember(int member, Block block) {
    return new Member(
        member, FileLayoutReport.DATA, block.blockId(), block.length(), block.nodes(),
        block.state(), block.corruptNodes());
  }

  private static Member absentMember(int member) {
    return new Member(
        member, FileLayoutReport.DATA, null, 0, List.of(), FileLayoutReport.ABSENT, List.of());
  }

  private Member parityMember(int parity, LocatedStripedBlock located, long parityLength) {
    int member = policy.k() + parity;
    if (located == null || !hasParity(located)) {
      return new Member(
          member, FileLayoutReport.PARITY, null, parityLength, List.of(),
          FileLayoutReport.MISSING, List.of());
    }
    long id = located.getBlock().getBlockId() + parity;
    List<String> corrupt = corruptOn(id);
    List<String> nodes = nodesOf(located, parity, corrupt);
    // The listing of parity groups leaves corrupt replicas out, so it needs no flag.
    return new Member(
        member, FileLayoutReport.PARITY, id, parityLength, nodes, state(nodes, corrupt, false),
        corrupt);
  }

  /** A NameNode that knows no parity groups lists data stripes where it is asked for them. */
  private static boolean hasParity(LocatedStripedBlock located) {
    long id = located.getBlock().getBlockId();
    return GroupIds.isParityGroup(id) || !GroupIds.isDecoupled(id);
  }

  private List<String> corruptOn(long blockId) {
    return corruptNodes.getOrDefault(blockId, List.of());
  }

  private GroupTolerance survives(List<Member> members) {
    BitSet usable = new BitSet();
    for (Member member : members) {
      boolean known = member.state().equals(FileLayoutReport.ABSENT);
      usable.set(member.member(), known || member.state().equals(FileLayoutReport.LIVE));
    }
    return GroupTolerance.of(
        code, usable, members.stream().map(Member::nodes).toList(), rackByNode::get);
  }

  private static String state(List<String> nodes, List<String> corrupt, boolean suspect) {
    if (nodes.isEmpty()) {
      return corrupt.isEmpty() ? FileLayoutReport.MISSING : FileLayoutReport.CORRUPT;
    }
    return suspect ? FileLayoutReport.SUSPECT : FileLayoutReport.LIVE;
  }

  /** Of a stripe that HDFS calls corrupt, the nodes with corrupt replicas are listed as well. */
  private static List<String> nodesOf(
      LocatedStripedBlock located, int index, List<String> corrupt) {
    List<String> nodes = new ArrayList<>();
    DatanodeInfo[] locations = located.getLocations();
    for (int i = 0; i < locations.length; i++) {
      String node = locations[i].getXferAddr();
      // A listing may repeat a location.
      if (located.getBlockIndices()[i] == index
          && !nodes.contains(node)
          && !corrupt.contains(node)) {
        nodes.add(node);
      }
    }
    return nodes;
  }
}
