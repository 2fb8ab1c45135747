package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.ec.code.ErasureCode;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * What is true of the groups of a file, found without any arithmetic of layouts and margins: the
 * file's cells are walked one by one, and members taken away in every way. The code is asked for
 * nothing but what can be decoded from which members.
 */
public final class HealthOracle {

  /** One replica as the NameNode knows it. */
  public record Replica(
      boolean failedStorage, boolean inMaintenance, boolean enteringMaintenance, boolean corrupt) {

    boolean isReadable() {
      return !failedStorage && !inMaintenance && !corrupt;
    }

    boolean staysReadable() {
      return isReadable() && !enteringMaintenance;
    }
  }

  /**
   * A block of a file.
   *
   * @param expected whether an open stream is about to report it
   */
  record Stored(boolean expected, List<Replica> replicas) {}

  private final ErasureCode code;
  private final int stripeWidth;
  private final List<Stored> data;
  private final List<List<Stored>> parities;

  /**
   * @param data by number of the block in the file
   * @param parities by group, may end early
   */
  HealthOracle(
      ErasureCode code, int stripeWidth, List<Stored> data, List<List<Stored>> parities) {
    this.code = code;
    this.stripeWidth = stripeWidth;
    this.data = data;
    this.parities = parities;
  }

  /** The data blocks that hold bytes of a file. */
  static int blocks(long length, int cellSize, int stripeWidth, long blockSize) {
    int last = 0;
    int block = 0;
    int stripe = 0;
    long inBlocks = 0;
    for (long at = 0; at < length; at += cellSize) {
      last = Math.max(last, stripe * stripeWidth + block);
      if (++block == stripeWidth) {
        block = 0;
        inBlocks += cellSize;
      }
      if (inBlocks == blockSize) {
        inBlocks = 0;
        stripe++;
      }
    }
    return last + 1;
  }

  public int groups() {
    return (data.size() + code.k() - 1) / code.k();
  }

  /** The groups that a data stripe has members of. */
  public BitSet groupsOfStripe(int stripe) {
    BitSet groups = new BitSet();
    for (int x = 0; x < data.size(); x++) {
      if (x / stripeWidth == stripe) {
        groups.set(x / code.k());
      }
    }
    return groups;
  }

  public BitSet live(int group) {
    return members(group, each -> each.expected() || isAny(each, Replica::isReadable));
  }

  public BitSet reported(int group) {
    return members(group, each -> isAny(each, Replica::isReadable));
  }

  /** Members that exist or are allocated, and of which nobody has reported a replica, good or bad. */
  public int unreported(int group) {
    BitSet reported = members(group, each -> !each.replicas().isEmpty());
    int allocated = group < parities.size() ? code.n() : code.k();
    return allocated - reported.get(0, allocated).cardinality();
  }

  public BitSet withoutMaintenance(int group) {
    return members(group, each -> each.expected() || isAny(each, Replica::staysReadable));
  }

  private static boolean isAny(Stored block, Predicate<Replica> test) {
    return block.replicas().stream().anyMatch(test);
  }

  private BitSet members(int group, Predicate<Stored> test) {
    BitSet members = new BitSet();
    for (int member = 0; member < code.n(); member++) {
      members.set(member, isZeros(group, member) || isStored(group, member, test));
    }
    return members;
  }

  private boolean isZeros(int group, int member) {
    return member < code.k() && group * code.k() + member >= data.size();
  }

  private boolean isStored(int group, int member, Predicate<Stored> test) {
    if (member < code.k()) {
      return test.test(data.get(group * code.k() + member));
    }
    return group < parities.size() && test.test(parities.get(group).get(member - code.k()));
  }

  public boolean hasReadableParity(int group) {
    return live(group).nextSetBit(code.k()) >= 0;
  }

  public boolean isDecodable(int group) {
    return code.decodable(live(group));
  }

  /** The most members that may go, whichever they are; -1 where too many are gone. */
  public int margin(int group) {
    BitSet live = live(group);
    if (!code.decodable(live)) {
      return -1;
    }
    int[] real = live.stream().filter(member -> !isZeros(group, member)).toArray();
    int margin = real.length;
    for (int subset = 1; subset < 1 << real.length; subset++) {
      BitSet left = (BitSet) live.clone();
      for (int i = 0; i < real.length; i++) {
        if ((subset >> i & 1) != 0) {
          left.clear(real[i]);
        }
      }
      if (!code.decodable(left)) {
        margin = Math.min(margin, Integer.bitCount(subset) - 1);
      }
    }
    return margin;
  }

  /** Whether a block of a data stripe can neither be read nor rebuilt. */
  public boolean isLost(int stripe) {
    for (int x = 0; x < data.size(); x++) {
      if (x / stripeWidth == stripe && !code.recoverable(x % code.k(), live(x / code.k()))) {
        return true;
      }
    }
    return false;
  }
}
