package io.okapifs.bench.sim;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;

/** A file on disks of one make, of which the members of a group never share one. */
final class FleetFile {

  static final long BLOCK_BYTES = 8 << 20;
  /** Groups of every width in use fill that. */
  static final int BLOCKS = 60;
  static final long LENGTH = BLOCKS * BLOCK_BYTES;

  private static final int CELL_BYTES = 1 << 20;
  private static final int STRIPE_WIDTH = 1;
  /** As many blocks as the widest group has: where placement looks ahead, they share no disk. */
  private static final int AHEAD = 30;

  private final int disks;
  private final boolean looksAhead;
  private final Random random;
  private final int[] data = new int[BLOCKS];
  private int[] parity = {};
  private FileLayout layout;

  FleetFile(int disks, boolean looksAhead, Random random) {
    this.disks = disks;
    this.looksAhead = looksAhead;
    this.random = random;
    layout = layoutOf(GroupWidths.NARROWEST);
    for (int block = 0; block < BLOCKS; block++) {
      int first = block - (looksAhead ? block % AHEAD : layout.memberOf(block));
      data[block] = draw(disksOf(data, first, block));
    }
    placeParity();
  }

  static FileLayout layoutOf(int k) {
    String name = "RS-" + k + "-" + GroupWidths.PARITIES + "-1024k";
    GroupPolicy policy = new GroupPolicy(name, "rs", k, GroupWidths.PARITIES, 1, CELL_BYTES);
    return new FileLayout(policy, STRIPE_WIDTH, BLOCK_BYTES);
  }

  int k() {
    return layout.policy().k();
  }

  /**
   * Gives the file groups of another width.
   *
   * @return how many data blocks had to move, since members of a new group shared a disk
   */
  int regroup(int k) {
    layout = layoutOf(k);
    int moved = 0;
    for (int block = 0; block < BLOCKS; block++) {
      int first = block - layout.memberOf(block);
      if (disksOf(data, first, block).get(data[block])) {
        data[block] = draw(disksOf(data, first, Math.min(first + k, BLOCKS)));
        moved++;
      }
    }
    placeParity();
    return moved;
  }

  /** A disk is lost: its blocks are rebuilt on others. */
  void lose(int disk) {
    for (int block = 0; block < BLOCKS; block++) {
      if (data[block] == disk) {
        data[block] = draw(beside(block));
      }
    }
    for (int i = 0; i < parity.length; i++) {
      if (parity[i] == disk) {
        parity[i] = draw(disksOfGroup(i / GroupWidths.PARITIES));
      }
    }
  }

  /** The disks that a data block must not be rebuilt on, its own among them. */
  private BitSet beside(int block) {
    BitSet taken = disksOfGroup((int) layout.groupOf(block));
    if (looksAhead) {
      int first = block - block % AHEAD;
      taken.or(disksOf(data, first, first + AHEAD));
    }
    return taken;
  }

  private void placeParity() {
    parity = new int[(int) layout.groupCount(LENGTH) * GroupWidths.PARITIES];
    for (int i = 0; i < parity.length; i++) {
      int group = i / GroupWidths.PARITIES;
      BitSet taken = disksOf(data, group * k(), (group + 1) * k());
      taken.or(disksOf(parity, group * GroupWidths.PARITIES, i));
      parity[i] = draw(taken);
    }
  }

  private BitSet disksOfGroup(int group) {
    BitSet taken = disksOf(data, group * k(), (group + 1) * k());
    taken.or(
        disksOf(parity, group * GroupWidths.PARITIES, (group + 1) * GroupWidths.PARITIES));
    return taken;
  }

  private static BitSet disksOf(int[] blocks, int from, int to) {
    BitSet taken = new BitSet();
    IntStream.range(from, to).forEach(i -> taken.set(blocks[i]));
    return taken;
  }

  private int draw(BitSet taken) {
    return Disks.draw(taken, disks, random);
  }
}
