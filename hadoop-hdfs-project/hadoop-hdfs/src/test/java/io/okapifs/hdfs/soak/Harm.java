package io.okapifs.hdfs.soak;

import io.okapifs.hdfs.soak.NodeCommands.Damage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;

/**
 * A damaged replica.
 *
 * @param left what the damage left of the file; null if nothing, or if no reader meets it
 * @param inode what names of the file have in common; null with {@code left}
 */
record Harm(int node, Path file, byte[] left, Object inode) {

  static Harm doTo(Disks.Found replica, Damage damage) throws IOException {
    Path file = damage == Damage.FLIP_CHECKSUM ? replica.meta() : replica.file();
    byte[] bytes = Files.readAllBytes(file);
    switch (damage) {
      case DELETE -> {
        Files.delete(replica.meta());
        Files.delete(file);
        return new Harm(replica.node(), file, null, null);
      }
      case LOSE_CHECKSUMS -> {
        Files.delete(replica.meta());
        return new Harm(replica.node(), file, null, null);
      }
      case TRUNCATE -> bytes = Arrays.copyOf(bytes, bytes.length / 2);
      default -> bytes[bytes.length - 1] ^= 1;
    }
    Files.write(file, bytes);
    return new Harm(replica.node(), file, bytes, inode(file));
  }

  /** The damage under another name of the file; null where a file is another one. */
  Harm under(Path other) throws IOException {
    if (inode == null || !inode.equals(inode(other))) {
      return null;
    }
    Harm there = new Harm(node, other, left, inode);
    return there.isThere() ? there : null;
  }

  private static Object inode(Path file) throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Whether a reader can still meet it. */
  boolean isThere() throws IOException {
    return left != null && Files.exists(file) && Arrays.equals(Files.readAllBytes(file), left);
  }
}
