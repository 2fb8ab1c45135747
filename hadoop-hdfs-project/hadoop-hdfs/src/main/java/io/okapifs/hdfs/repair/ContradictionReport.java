package io.okapifs.hdfs.repair;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Replicas of one group whose checksums are right and whose bytes cannot all be. A DataNode found
 * it before it repaired the group. It travels as the text of a notice to the NameNode, of which a
 * stock one makes a line of its log. Any thread may use it.
 *
 * @param members that were compared, twice
 * @param wrong places in the group of those that all others prove wrong; empty where that cannot be
 *     told; callers do not change it
 */
public record ContradictionReport(List<GroupMember> members, BitSet wrong) {

  private static final String BEGIN = "okapi-contradiction";
  private static final String NOBODY = "-";
  private static final String SEPARATOR = ",";
  private static final int WORDS = 3;

  /** Members in a report that is taken: as many as the widest group has. */
  private static final int MEMBERS_MAX = 1024;

  public ContradictionReport {
    members = List.copyOf(members);
  }

  /** As {@code okapi-contradiction WRONG,WRONG MEMBER,MEMBER}. */
  public String toText() {
    String places =
        wrong.isEmpty()
            ? NOBODY
            : wrong.stream().mapToObj(Integer::toString).collect(Collectors.joining(SEPARATOR));
    return String.join(
        " ", BEGIN, places,
        members.stream().map(GroupMember::toText).collect(Collectors.joining(SEPARATOR)));
  }

  /** The report that a text is; empty where it is another notice, or contradicts itself. */
  public static Optional<ContradictionReport> parse(String text) {
    String[] words = text == null ? new String[0] : text.split(" ");
    if (words.length != WORDS || !words[0].equals(BEGIN)) {
      return Optional.empty();
    }
    String[] parts = words[2].split(SEPARATOR);
    try {
      List<GroupMember> members =
          parts.length > MEMBERS_MAX ? List.of() : Stream.of(parts).map(GroupMember::parse).toList();
      BitSet wrong = new BitSet();
      if (!words[1].equals(NOBODY)) {
        Stream.of(words[1].split(SEPARATOR)).mapToInt(Integer::parseInt).forEach(wrong::set);
      }
      BitSet compared = new BitSet();
      members.forEach(each -> compared.set(each.member()));
      boolean sound =
          compared.cardinality() == members.size()
              && wrong.stream().allMatch(compared::get);
      return sound && !members.isEmpty()
          ? Optional.of(new ContradictionReport(members, wrong))
          : Optional.empty();
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }
}
