package io.okapifs.ec.kernel;

import io.okapifs.ec.field.Gf256;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One step of a program, with the tables that the Java loops need. */
final class JavaStep {
  private static final int TARGETS_PER_TABLE = 4;

  private final boolean adds;
  private final Group[] groups;

  /**
   * Up to four targets that are computed together.
   *
   * @param targets the slots written
   * @param sources the slots that have a coefficient other than zero for one of the targets
   * @param tables 256 packed products per source, or null when all coefficients are zero or one
   * @param ones for groups without tables: per target, the sources that are added
   */
  private record Group(int[] targets, int[] sources, int[] tables, int[][] ones) {}

  private JavaStep(boolean adds, List<Group> groups) {
    this.adds = adds;
    this.groups = groups.toArray(Group[]::new);
  }

  static JavaStep of(KernelStep step) {
    List<Group> groups = new ArrayList<>();
    for (int first = 0; first < step.targets().length; first += TARGETS_PER_TABLE) {
      int end = Math.min(first + TARGETS_PER_TABLE, step.targets().length);
      groups.add(group(step, first, end));
    }
    return new JavaStep(step.adds(), groups);
  }

  private static Group group(KernelStep step, int first, int end) {
    int[] targets = IntStream.range(first, end).map(i -> step.targets()[i]).toArray();
    int[] columns =
        IntStream.range(0, step.sources().length)
            .filter(c -> IntStream.range(first, end).anyMatch(t -> step.coefficient(t, c) != 0))
            .toArray();
    int[] sources = IntStream.of(columns).map(c -> step.sources()[c]).toArray();
    boolean xorOnly =
        IntStream.range(first, end)
            .allMatch(t -> IntStream.of(columns).allMatch(c -> step.coefficient(t, c) <= 1));
    if (xorOnly) {
      int[][] ones = new int[end - first][];
      for (int target = first; target < end; target++) {
        ones[target - first] = sourcesOfOnes(step, target);
      }
      return new Group(targets, sources, null, ones);
    }
    return new Group(targets, sources, tables(step, first, end, columns), null);
  }

  private static int[] sourcesOfOnes(KernelStep step, int target) {
    return IntStream.range(0, step.sources().length)
        .filter(column -> step.coefficient(target, column) == 1)
        .map(column -> step.sources()[column])
        .toArray();
  }

  private static int[] tables(KernelStep step, int first, int end, int[] columns) {
    int[] tables = new int[columns.length * Gf256.SIZE];
    for (int i = 0; i < columns.length; i++) {
      for (int value = 0; value < Gf256.SIZE; value++) {
        int packed = 0;
        for (int target = first; target < end; target++) {
          int product = Gf256.multiply(step.coefficient(target, columns[i]), value);
          packed |= product << (8 * (target - first));
        }
        tables[i * Gf256.SIZE + value] = packed;
      }
    }
    return tables;
  }

  void run(JavaKernel.Scratch scratch, int length) {
    for (Group group : groups) {
      if (group.tables == null) {
        runOnes(scratch, group, length);
      } else {
        runTables(scratch, group, length);
      }
    }
  }

  private void runOnes(JavaKernel.Scratch scratch, Group group, int length) {
    for (int i = 0; i < group.targets.length; i++) {
      byte[] target = scratch.slots[group.targets[i]];
      boolean empty = !adds;
      for (int source : group.ones[i]) {
        if (!scratch.zero[source]) {
          if (empty) {
            System.arraycopy(scratch.slots[source], 0, target, 0, length);
          } else {
            ByteLoops.add(target, scratch.slots[source], length);
          }
          empty = false;
        }
      }
      if (empty) {
        ByteLoops.clear(target, length);
      }
    }
  }

  /** Puts into the scratch which of the sources hold anything but zeros, and counts them. */
  private static int findLive(JavaKernel.Scratch scratch, Group group) {
    int count = 0;
    for (int i = 0; i < group.sources.length; i++) {
      if (!scratch.zero[group.sources[i]]) {
        scratch.live[count++] = i;
      }
    }
    return count;
  }

  private void runTables(JavaKernel.Scratch scratch, Group group, int length) {
    int[] sums = scratch.sums;
    ByteLoops.clear(sums, length);
    int[] live = scratch.live;
    int liveCount = findLive(scratch, group);
    int next = 0;
    for (; next + 4 <= liveCount; next += 4) {
      ByteLoops.addProducts4(sums, group.tables, length,
          live[next] * Gf256.SIZE, scratch.slots[group.sources[live[next]]],
          live[next + 1] * Gf256.SIZE, scratch.slots[group.sources[live[next + 1]]],
          live[next + 2] * Gf256.SIZE, scratch.slots[group.sources[live[next + 2]]],
          live[next + 3] * Gf256.SIZE, scratch.slots[group.sources[live[next + 3]]]);
    }
    for (; next + 2 <= liveCount; next += 2) {
      ByteLoops.addProducts2(sums, group.tables, length,
          live[next] * Gf256.SIZE, scratch.slots[group.sources[live[next]]],
          live[next + 1] * Gf256.SIZE, scratch.slots[group.sources[live[next + 1]]]);
    }
    for (; next < liveCount; next++) {
      ByteLoops.addProducts(sums, group.tables, length,
          live[next] * Gf256.SIZE, scratch.slots[group.sources[live[next]]]);
    }
    for (int i = 0; i < group.targets.length; i++) {
      byte[] target = scratch.slots[group.targets[i]];
      if (adds) {
        ByteLoops.addUnpacked(target, sums, 8 * i, length);
      } else {
        ByteLoops.unpack(target, sums, 8 * i, length);
      }
    }
  }
}
