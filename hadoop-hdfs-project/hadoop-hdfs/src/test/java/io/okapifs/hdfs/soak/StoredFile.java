package io.okapifs.hdfs.soak;

import static java.util.Collections.frequency;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.ParityRequests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;

/** The blocks of a closed file: which there must be, and where the NameNode says that they are. */
final class StoredFile {

  /**
   * All that its blocks depend on.
   *
   * @param parityLengths of each group, as the NameNode says: other parity of a tail group may have
   *     another length, where the code has sub-blocks
   */
  record Shape(Content content, List<Long> parityLengths) {}

  private final SoakCluster cluster;
  private final Path path;
  private final Content content;
  private final FileLayout layout;
  private final List<Piece> pieces = new ArrayList<>();
  private final List<Long> parityLengths = new ArrayList<>();

  private StoredFile(SoakCluster cluster, Path path, Content content) {
    this.cluster = cluster;
    this.path = path;
    this.content = content;
    this.layout = content.home().layoutCodedAs(content.coded());
  }

  /** The file under the policy that it has now, whatever it will have. */
  static StoredFile of(SoakCluster cluster, Path path, Content content) throws IOException {
    if (content.home() == Directory.REPLICATED) {
      return found(cluster, path, content);
    }
    while (true) {
      Directory coded = cluster.coded(path);
      try {
        StoredFile file = found(cluster, path, content.as(coded));
        if (cluster.coded(path) == coded) {
          return file;
        }
      } catch (AssertionError e) {
        if (cluster.coded(path) == coded) {
          throw e;
        }
      }
    }
  }

  private static StoredFile found(SoakCluster cluster, Path path, Content content)
      throws IOException {
    StoredFile file = new StoredFile(cluster, path, content);
    List<LocatedBlock> stripes =
        cluster.fs().getClient().getLocatedBlocks(path.toString(), 0, Long.MAX_VALUE)
            .getLocatedBlocks();
    file.expect("data stripes", file.layout.stripeCount(content.length()), stripes);
    file.addData(stripes);
    switch (content.home()) {
      case REPLICATED -> { }
      case COUPLED -> {
        file.addParities(stripes, file.layout.policy().k());
        for (int g = 0; g < stripes.size(); g++) {
          file.parityLengths.add(file.layout.parityLength(g, content.length()));
        }
      }
      default -> {
        int count = (int) file.layout.groupCount(content.length());
        List<LocatedBlock> groups =
            cluster.fs().getClient().getNamenode()
                .getBlockLocations(
                    path.toString(), ParityRequests.listingOffset(0), Math.max(1, count))
                .getLocatedBlocks();
        file.expect("parity groups", count, groups);
        file.addParities(groups, 0);
        file.addLengths(groups);
      }
    }
    return file;
  }

  private void expect(String what, long count, List<LocatedBlock> found) {
    World.expect(
        found.size() == count,
        what + " of " + path + " with " + content + ": " + found.size() + " instead of " + count);
  }

  private void addData(List<LocatedBlock> stripes) {
    for (long x = 0; x < layout.blockCount(content.length()); x++) {
      LocatedBlock stripe = stripes.get((int) layout.stripeOf(x));
      add(stripe, layout.indexInStripe(x), (int) layout.groupOf(x), layout.memberOf(x));
    }
  }

  private void addParities(List<LocatedBlock> groups, int firstIndex) {
    for (int g = 0; g < groups.size(); g++) {
      for (int i = 0; i < layout.policy().r(); i++) {
        add(groups.get(g), firstIndex + i, g, layout.policy().k() + i);
      }
    }
  }

  /** Tail groups of codes with sub-blocks have one of two. */
  private void addLengths(List<LocatedBlock> groups) {
    for (int g = 0; g < groups.size(); g++) {
      long length = groups.get(g).getBlockSize();
      World.expect(
          layout.isParityLength(g, content.length(), length),
          "parity of group " + g + " of " + path + " with " + content + " has " + length
              + " bytes");
      parityLengths.add(length);
    }
  }

  private void add(LocatedBlock located, int index, int group, int member) {
    ExtendedBlock block = located.getBlock();
    List<Integer> nodes = new ArrayList<>();
    byte[] indices =
        located instanceof LocatedStripedBlock striped
            ? striped.getBlockIndices()
            : new byte[located.getLocations().length];
    for (int i = 0; i < indices.length; i++) {
      if (indices[i] == index) {
        nodes.add(cluster.number(located.getLocations()[i]));
      }
    }
    pieces.add(
        new Piece(block.getBlockId() + index, block.getGenerationStamp(), group, member, nodes));
  }

  /** What it holds, under the policy that it has. */
  Content content() {
    return content;
  }

  Shape shape() {
    return new Shape(content, List.copyOf(parityLengths));
  }

  /** Who says how long a piece must be. */
  String lengthSource(Piece piece) {
    boolean isParity = piece.member() >= layout.policy().k();
    return content.home().isDecoupled() && isParity ? "the NameNode" : "the model";
  }

  List<Piece> pieces() {
    return pieces;
  }

  /** Whether everything can be read or rebuilt without some replicas, given by block and node. */
  boolean survivesWithout(BiPredicate<Piece, Integer> isLost) {
    Map<Integer, List<Piece>> groups =
        pieces.stream().collect(Collectors.groupingBy(Piece::group));
    ErasureCode code = content.coded().code();
    return groups.values().stream().allMatch(
        members -> {
          BitSet live = new BitSet();
          // What a tail group lacks is zeros, which nobody can lose.
          live.set(0, code.k());
          members.forEach(
              piece -> live.set(
                  piece.member(),
                  piece.nodes().stream().anyMatch(node -> !isLost.test(piece, node))));
          return code.decodable(live);
        });
  }

  /**
   * Groups with members that share a node although one of them could leave it. In a cluster with
   * hardly more nodes than members there may be no such move. What nodes hold that have left counts
   * for nothing: it has copies elsewhere.
   */
  List<String> shared(Set<Integer> usableNodes) {
    List<String> shared = new ArrayList<>();
    pieces.stream().collect(Collectors.groupingBy(Piece::group)).forEach((group, members) -> {
      List<Integer> nodes =
          members.stream()
              .flatMap(piece -> piece.nodes().stream())
              .filter(usableNodes::contains)
              .toList();
      boolean isWrong =
          members.stream()
              .filter(piece -> piece.nodes().stream().anyMatch(n -> frequency(nodes, n) > 1))
              .anyMatch(piece -> hasPlace(piece, usableNodes));
      if (isWrong) {
        shared.add("group " + group + " of " + path + " shares nodes: " + nodes);
      }
    });
    return shared;
  }

  private boolean hasPlace(Piece moved, Set<Integer> usableNodes) {
    Set<Integer> free = new HashSet<>(usableNodes);
    pieces.stream()
        .filter(piece -> piece.group() == moved.group() || isOfOneStripe(piece, moved))
        .forEach(piece -> piece.nodes().forEach(free::remove));
    return !free.isEmpty();
  }

  private boolean isOfOneStripe(Piece a, Piece b) {
    int k = layout.policy().k();
    return a.member() < k
        && b.member() < k
        && layout.stripeOf((long) a.group() * k + a.member())
            == layout.stripeOf((long) b.group() * k + b.member());
  }

  /** What each piece must hold, in their order. */
  List<byte[]> bytes() {
    byte[] all = content.bytes();
    if (content.home() == Directory.REPLICATED) {
      return pieces.stream()
          .map(piece -> {
            int from = piece.group() * SoakCluster.BLOCK;
            return Arrays.copyOfRange(all, from, Math.min(all.length, from + SoakCluster.BLOCK));
          })
          .toList();
    }
    return EncodedFile.of(layout, all, parityLengths).blocksOf(pieces);
  }
}
