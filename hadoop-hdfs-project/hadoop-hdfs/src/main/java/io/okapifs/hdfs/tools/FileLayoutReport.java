package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.GroupTolerance;
import java.util.List;

/**
 * Where every block of one decoupled file lies, as the NameNode knows it at one moment. Its
 * components are, in name and order, the keys of the JSON view: renaming one changes a format.
 *
 * @param path absolute path in the file system
 * @param length bytes of the file
 * @param blockSize bytes of a full block
 * @param policy name of the policy, without the stripe width
 * @param k data members of a full group
 * @param r parity members of every group
 * @param alpha sub-blocks per block
 * @param cellSize bytes that striping moves at a time
 * @param stripeWidth s, blocks per data stripe
 * @param racks racks that the blocks of the file lie on
 * @param silentNodes of those that have blocks, in order of their addresses
 * @param stripes in file order
 * @param groups in file order
 */
public record FileLayoutReport(
    String path,
    long length,
    long blockSize,
    String policy,
    int k,
    int r,
    int alpha,
    int cellSize,
    int stripeWidth,
    int racks,
    List<SilentNode> silentNodes,
    List<Stripe> stripes,
    List<Group> groups) {

  /** State of a block with at least one replica on a live node. */
  public static final String LIVE = "live";

  /** State of a block without any. */
  public static final String MISSING = "missing";

  /** State of a block all of whose replicas are known to be corrupt. */
  public static final String CORRUPT = "corrupt";

  /** State of a block in a stripe of which HDFS says that one is corrupt, but not which. */
  public static final String SUSPECT = "suspect";

  /** State of a data member that a tail group lacks; it counts as zeros. */
  public static final String ABSENT = "absent";

  /** Kind of a member that holds bytes of the file. */
  public static final String DATA = "data";

  /** Kind of a member that was computed. */
  public static final String PARITY = "parity";

  public FileLayoutReport {
    silentNodes = List.copyOf(silentNodes);
    stripes = List.copyOf(stripes);
    groups = List.copyOf(groups);
  }

  /**
   * A node that counts as live, and from which the NameNode has not heard for several heartbeats.
   *
   * @param node transfer address
   * @param silentSeconds since the NameNode heard of it
   */
  public record SilentNode(String node, long silentSeconds) {}

  /**
   * A data stripe.
   *
   * @param index place in the file
   * @param blocks blocks that hold at least one byte
   */
  public record Stripe(long index, List<Block> blocks) {
    public Stripe {
      blocks = List.copyOf(blocks);
    }
  }

  /**
   * A data block.
   *
   * @param dataBlock place in the file
   * @param blockId id of the block file on its DataNode
   * @param length bytes
   * @param nodes transfer addresses of the nodes that have it
   * @param state live, missing, corrupt or suspect
   * @param corruptNodes transfer addresses of nodes whose replica is known to be corrupt
   */
  public record Block(
      long dataBlock, long blockId, long length, List<String> nodes, String state,
      List<String> corruptNodes) {
    public Block {
      nodes = List.copyOf(nodes);
      corruptNodes = List.copyOf(corruptNodes);
    }
  }

  /**
   * A parity group.
   *
   * @param index place in the file
   * @param parityLength bytes of each parity member
   * @param survives beside what it has lost
   * @param contradictory whether its members contradict each other although their checksums are
   *     right, so that it is not repaired
   * @param placement over nodes and racks
   * @param members the k data members, then the r parity members
   */
  public record Group(
      long index, long parityLength, GroupTolerance survives, boolean contradictory,
      GroupNodes placement, List<Member> members) {
    public Group {
      members = List.copyOf(members);
    }

    /** Whether no parity protects the group: never written, or all lost. */
    public boolean unprotected() {
      return members.stream()
          .noneMatch(member -> member.kind().equals(PARITY) && member.state().equals(LIVE));
    }

    /** Whether no parity protects the group, and DataNodes will encode it, as its data is there. */
    public boolean waitsForEncoding() {
      return unprotected()
          && members.stream()
              .filter(member -> member.kind().equals(DATA))
              .allMatch(member -> List.of(LIVE, ABSENT).contains(member.state()));
    }
  }

  /**
   * A block in its group.
   *
   * @param member place in the group
   * @param kind data or parity
   * @param blockId id of the block file on its DataNode; null where HDFS knows no such block
   * @param length bytes
   * @param nodes transfer addresses of the nodes that have it
   * @param state live, missing, corrupt, suspect or absent
   * @param corruptNodes transfer addresses of nodes whose replica is known to be corrupt
   */
  public record Member(
      int member, String kind, Long blockId, long length, List<String> nodes, String state,
      List<String> corruptNodes) {
    public Member {
      nodes = List.copyOf(nodes);
      corruptNodes = List.copyOf(corruptNodes);
    }
  }
}
