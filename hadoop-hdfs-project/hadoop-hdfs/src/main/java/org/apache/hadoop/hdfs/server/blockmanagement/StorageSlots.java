package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.PrivateField;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The arrays in which a striped block group keeps its storages, made as small as they can be.
 *
 * <p>Upstream notes beside each storage which internal block lies there, although as a rule slot i
 * holds block i. All groups in that state share one array, which is never written to: whoever is
 * about to change a group gives it an array of its own first. Guarded by the namesystem's lock.
 */
final class StorageSlots {

  private static final byte NONE = -1;
  private static final int SHARED_LENGTH_MAX = 16;
  private static final byte[][] IN_ORDER = new byte[SHARED_LENGTH_MAX + 1][];
  private static final VarHandle INDICES =
      PrivateField.of(BlockInfoStriped.class, "indices", byte[].class);

  static {
    for (int length = 0; length < IN_ORDER.length; length++) {
      IN_ORDER[length] = new byte[length];
      for (int i = 0; i < length; i++) {
        IN_ORDER[length][i] = (byte) i;
      }
    }
  }

  private StorageSlots() {}

  /** Before upstream writes. */
  static void own(BlockInfoStriped group) {
    byte[] indices = indices(group);
    if (indices.length < IN_ORDER.length && indices == IN_ORDER[indices.length]) {
      INDICES.set(group, indices.clone());
    }
  }

  /** After upstream has written. */
  static void share(BlockInfoStriped group) {
    byte[] indices = indices(group);
    if (indices.length < IN_ORDER.length && Arrays.equals(indices, IN_ORDER[indices.length])) {
      INDICES.set(group, IN_ORDER[indices.length]);
    }
  }

  /** Gives a group so many slots; those that go must be empty. */
  static void resize(BlockInfoStriped group, int slots) {
    byte[] old = indices(group);
    byte[] indices = Arrays.copyOf(old, slots);
    if (slots > old.length) {
      Arrays.fill(indices, old.length, slots, NONE);
    }
    group.triplets = Arrays.copyOf(group.triplets, 3 * slots);
    INDICES.set(group, indices);
    share(group);
  }

  static byte[] indices(BlockInfoStriped group) {
    return (byte[]) INDICES.get(group);
  }
}
