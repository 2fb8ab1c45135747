package io.okapifs.hdfs.transition;

import io.okapifs.ec.code.Conversions;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * New parity out of old parity alone: each new group is so many whole old ones, and the codec is
 * convertible. An immutable value.
 *
 * @param old layout of the file as it is
 * @param next layout that it will have, with the same codec and r
 */
public record ParityMerge(FileLayout old, FileLayout next) {

  /** Empty where the new parity takes data. */
  public static Optional<ParityMerge> of(FileLayout old, FileLayout next) {
    GroupPolicy from = old.policy();
    GroupPolicy to = next.policy();
    return from.codec().equals(to.codec())
            && from.r() == to.r()
            && to.k() % from.k() == 0
            && Conversions.isConvertible(from.code())
        ? Optional.of(new ParityMerge(old, next))
        : Optional.empty();
  }

  /** The first old group that a new one is made of. */
  public int firstOld(long group) {
    return Math.toIntExact(group * oldPerGroup());
  }

  /** The first old group behind those. */
  public int endOld(long group, long length) {
    return Math.toIntExact(
        Math.min((group + 1) * oldPerGroup(), old.groupCount(length)));
  }

  private int oldPerGroup() {
    return next.policy().k() / old.policy().k();
  }

  /** Bytes of old parity that a new group is made of. */
  public long readBytes(long group, long length) {
    return LongStream.range(firstOld(group), endOld(group, length))
        .map(g -> old.policy().r() * old.parityLength(g, length))
        .sum();
  }

  /**
   * Bytes that a new group of a file is made of: old parity where that can be and is less, else
   * data.
   *
   * @param merge empty where there is none
   */
  public static long readBytes(
      Optional<ParityMerge> merge, FileLayout next, long group, long length) {
    return merge.filter(each -> each.pays(group, length))
        .map(each -> each.readBytes(group, length))
        .orElseGet(() -> next.dataBytes(group, length));
  }

  /** Whether reading that is less than reading the group's data. */
  public boolean pays(long group, long length) {
    return readBytes(group, length) < next.dataBytes(group, length);
  }

  /** The merge as the coding of a group: old parities are its data members, group by group. */
  public GroupPolicy coding() {
    GroupPolicy to = next.policy();
    return new GroupPolicy(
        to.name(), to.codec(), oldPerGroup() * to.r(), to.r(), 1, to.cellSize(), to.identity());
  }
}
