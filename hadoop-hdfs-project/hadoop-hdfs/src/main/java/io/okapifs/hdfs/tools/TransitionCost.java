package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import io.okapifs.hdfs.transition.ParityMerge;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * What the transition of files moves. An immutable value.
 *
 * @param groups new parity groups
 * @param merged those of them that are made of old parity alone
 * @param named those of them whose parity is the old one under second names
 * @param readBytes what DataNodes read, all of it once: old parity of merged groups, data of others
 * @param dataBytes all data as often as regrouping reads it
 * @param writtenBytes new parity
 * @param freedBytes old parity
 * @param copyBytes what a copy would write: data and the parity that there is in the end
 * @param sharing members of new groups beyond one per node, which move first where they can
 * @param sharingBytes of them, where of each node the first member stays
 */
record TransitionCost(
    long groups, long merged, long named, long readBytes, long dataBytes, long writtenBytes,
    long freedBytes, long copyBytes, long sharing, long sharingBytes) {

  static final TransitionCost NONE = new TransitionCost(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /**
   * @param nodes where each data block of the file lies, in file order; an entry may be empty
   */
  static TransitionCost of(FileLayout old, FileLayout next, long length, List<String> nodes) {
    Optional<ParityMerge> merge = ParityMerge.of(old, next);
    long[] sharing = sharingBlocks(next, nodes);
    long groups = next.groupCount(length);
    long merged = 0;
    long readBytes = 0;
    for (long g = 0; g < groups; g++) {
      merged += merge.isPresent() && merge.get().pays(g, length) ? 1 : 0;
      readBytes += ParityMerge.readBytes(merge, next, g, length);
    }
    return new TransitionCost(
        groups, merged, 0, readBytes, length, next.paritySpace(length), old.paritySpace(length),
        length + next.paritySpace(length), sharing.length,
        LongStream.of(sharing).map(block -> next.blockLength(block, length)).sum());
  }

  /**
   * What it costs to adopt a file in HDFS's own layout, whose parity nothing is merged from. Where
   * the policy stays the parity does, too.
   *
   * @param old the layout that it has then under the policy that it has
   * @param next the same under that which it shall have; where groups become others, in a second
   *     transition
   */
  static TransitionCost ofAdoption(
      FileLayout old, FileLayout next, long length, List<String> nodes) {
    boolean inOne = old.policy().k() == next.policy().k();
    FileLayout first = inOne ? next : old;
    boolean stays =
        first.policy().name().equals(old.policy().name())
            && PolicyCodecs.hasSameBytes(old.policy().codec());
    long groups = first.groupCount(length);
    long read = stays ? 0 : length;
    TransitionCost adoption =
        new TransitionCost(
            groups, 0, stays ? groups : 0, read, read, stays ? 0 : first.paritySpace(length),
            stays ? 0 : old.paritySpace(length),
            inOne ? length + next.paritySpace(length) : 0, 0, 0);
    return inOne ? adoption : adoption.plus(of(old, next, length, nodes));
  }

  /** Data blocks on a node that has one of their new group already. */
  private static long[] sharingBlocks(FileLayout layout, List<String> nodes) {
    LongStream.Builder sharing = LongStream.builder();
    Set<String> taken = new HashSet<>();
    for (int block = 0; block < nodes.size(); block++) {
      if (layout.memberOf(block) == 0) {
        taken.clear();
      }
      if (!nodes.get(block).isEmpty() && !taken.add(nodes.get(block))) {
        sharing.add(block);
      }
    }
    return sharing.build().toArray();
  }

  /** What DataNodes read and write: for parity, and blocks that change their node. */
  long movedBytes() {
    return readBytes + writtenBytes + 2 * sharingBytes;
  }

  TransitionCost plus(TransitionCost other) {
    return new TransitionCost(
        groups + other.groups, merged + other.merged, named + other.named,
        readBytes + other.readBytes, dataBytes + other.dataBytes, writtenBytes + other.writtenBytes,
        freedBytes + other.freedBytes, copyBytes + other.copyBytes, sharing + other.sharing,
        sharingBytes + other.sharingBytes);
  }

  /** Beside what the same would move by other means. */
  String toText(LongFunction<String> size) {
    return groups + " groups, " + merged + " of them merged, "
        + (named > 0 ? named + " keep their parity under second names, " : "")
        + size.apply(readBytes) + " read, "
        + size.apply(writtenBytes) + " written, " + size.apply(freedBytes) + " freed, " + sharing
        + " blocks (" + size.apply(sharingBytes) + ") share a node; without merges "
        + size.apply(dataBytes) + " would be read, a copy would write " + size.apply(copyBytes);
  }
}
