package io.okapifs.hdfs.balancer;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.MovableBlockProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.NodeProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.RelativesProto;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * A block of a parity group that may leave its node, as the NameNode listed it.
 *
 * @param bytes of the block
 * @param taken UUIDs of nodes that must not get it
 * @param racks on which a group can lie
 */
record MovableBlock(long bytes, List<Relatives> relatives, Set<String> taken, Racks racks) {

  /**
   * Blocks that must lie apart from it.
   *
   * @param id of their block group
   * @param isStripe whether they are of its data stripe, which has no share of a rack
   * @param racks one for each of them
   */
  record Relatives(long id, boolean isStripe, List<String> racks) {

    long on(String rack) {
      return racks.stream().filter(rack::equals).count();
    }
  }

  /** A move that has begun: until it is done nobody knows on which of both racks the block is. */
  record Move(long block, String fromRack, String toNode, String toRack) {

    static Move of(long block, DatanodeInfo from, DatanodeInfo to) {
      return new Move(
          block, from.getNetworkLocation(), to.getDatanodeUuid(), to.getNetworkLocation());
    }
  }

  /** Why a block may not go to a node. */
  enum Refusal {
    MEMBER("another block of the group or data stripe is on the target"),
    FEWER_RACKS("the group or data stripe would be on fewer racks"),
    RACK_SHARE("a rack would get more of the group than its share"),
    CAME_BACK("moves came back again and again, as the NameNode's MovesUndoneSinceStart counts");

    private final String words;

    Refusal(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  static MovableBlock of(
      ListMovableBlocksResponseProto answer, MovableBlockProto block, Racks racks) {
    return new MovableBlock(
        block.getBytes(),
        block.getRelativesList().stream().map(each -> relatives(answer, each)).toList(),
        block.getTakenList().stream()
            .map(answer::getNode).map(NodeProto::getUuid).collect(Collectors.toSet()),
        racks);
  }

  private static Relatives relatives(
      ListMovableBlocksResponseProto answer, RelativesProto relatives) {
    return new Relatives(
        relatives.getId(), relatives.getStripe(),
        relatives.getNodeList().stream().map(answer::getNode).map(NodeProto::getRack).toList());
  }

  /**
   * Why it may not go from one node to another, if it may not; as the NameNode would judge,
   * whichever moves of relatives succeed and in which order.
   *
   * @param moves of relatives, by their block group
   */
  Optional<Refusal> refusal(
      DatanodeInfo from, DatanodeInfo to, LongFunction<Collection<Move>> moves) {
    String node = to.getDatanodeUuid();
    if (node.equals(from.getDatanodeUuid())) {
      return Optional.empty();
    }
    boolean isTaken =
        taken.contains(node)
            || relatives.stream()
                .flatMap(each -> moves.apply(each.id).stream())
                .anyMatch(move -> move.toNode.equals(node));
    return isTaken
        ? Optional.of(Refusal.MEMBER)
        : rackRefusal(from.getNetworkLocation(), to.getNetworkLocation(), moves);
  }

  private Optional<Refusal> rackRefusal(
      String old, String rack, LongFunction<Collection<Move>> moves) {
    if (rack.equals(old)) {
      return Optional.empty();
    }
    for (Relatives each : relatives) {
      Collection<Move> under = moves.apply(each.id);
      if (most(each, under, rack) > 0
          && least(each, under, old) == 0
          && certainRacks(each, under, rack) < Math.min(racks.count(), members(each))) {
        return Optional.of(Refusal.FEWER_RACKS);
      }
      long share = racks.share(members(each));
      if (!each.isStripe
          && beyond(most(each, under, rack), share) > beyond(least(each, under, old), share)) {
        return Optional.of(Refusal.RACK_SHARE);
      }
    }
    return Optional.empty();
  }

  private static long members(Relatives others) {
    return others.racks.size() + 1L;
  }

  private static long beyond(long others, long share) {
    return Math.max(0, others + 1 - share);
  }

  /** How many of them may be on a rack. */
  private static long most(Relatives others, Collection<Move> moves, String rack) {
    return others.on(rack) + moves.stream().filter(move -> move.toRack.equals(rack)).count();
  }

  /** How many of them are on a rack in any case. */
  private static long least(Relatives others, Collection<Move> moves, String rack) {
    long leaving = moves.stream().filter(move -> move.fromRack.equals(rack)).count();
    return Math.max(0, others.on(rack) - leaving);
  }

  private static long certainRacks(Relatives others, Collection<Move> moves, String rack) {
    return Stream.concat(
            others.racks.stream().filter(each -> least(others, moves, each) > 0), Stream.of(rack))
        .distinct()
        .count();
  }
}
