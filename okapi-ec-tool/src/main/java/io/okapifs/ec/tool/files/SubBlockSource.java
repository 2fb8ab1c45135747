package io.okapifs.ec.tool.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A sub-block that is read front to back, once. What lies behind the end of its file is zeros. */
final class SubBlockSource {
  private final FileChannel file;
  private final long fileBytes;
  private final Sha256 digest = new Sha256();
  private long position;

  /**
   * A sub-block that starts there.
   *
   * @param fileBytes how long the file must be; zeros follow
   */
  SubBlockSource(FileChannel file, long start, long fileBytes) {
    this.file = file;
    this.position = start;
    this.fileBytes = fileBytes;
  }

  /** Fills the buffer with what comes next; returns how much of it is not filled up with zeros. */
  int read(ByteBuffer buffer) throws IOException {
    int length = buffer.remaining();
    int real = (int) Math.max(0, Math.min(length, fileBytes - position));
    ByteBuffer part = buffer.slice(buffer.position(), length);
    part.limit(real);
    while (part.hasRemaining()) {
      if (file.read(part, position + part.position()) < 0) {
        throw new EOFException(
            "the file became shorter while it was read: expectedBytes=" + fileBytes + ", bytes="
                + (position + part.position()));
      }
    }
    part.limit(length);
    while (part.hasRemaining()) {
      part.put((byte) 0);
    }
    digest.update(buffer);
    position += length;
    return real;
  }

  /** The digest of all that was read. */
  String sha256() {
    return digest.toHex();
  }
}
