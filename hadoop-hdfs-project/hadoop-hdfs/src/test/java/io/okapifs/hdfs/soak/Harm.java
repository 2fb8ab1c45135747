package io.okapifs.hdfs.soak;

import io.okapifs.hdfs.soak.NodeCommands.Damage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A damaged replica.
 *
 * @param left what the damage left of the file; null if nothing
 */
record Harm(int node, Path file, byte[] left) {

  static Harm doTo(Disks.Found replica, Damage damage) throws IOException {
    Path file = damage == Damage.FLIP_CHECKSUM ? replica.meta() : replica.file();
    byte[] bytes = Files.readAllBytes(file);
    switch (damage) {
      case DELETE -> {
        Files.delete(replica.meta());
        Files.delete(file);
        return new Harm(replica.node(), file, null);
      }
      case TRUNCATE -> bytes = Arrays.copyOf(bytes, bytes.length / 2);
      default -> bytes[bytes.length - 1] ^= 1;
    }
    Files.write(file, bytes);
    return new Harm(replica.node(), file, bytes);
  }

  /** Whether a reader can still meet it. */
  boolean isThere() throws IOException {
    return left != null && Files.exists(file) && Arrays.equals(Files.readAllBytes(file), left);
  }
}
