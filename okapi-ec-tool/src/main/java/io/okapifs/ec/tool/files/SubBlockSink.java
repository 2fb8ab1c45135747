package io.okapifs.ec.tool.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A sub-block that is written front to back, once. What lies behind the end of its file is left
 * out.
 */
final class SubBlockSink {
  private final FileChannel file;
  private final long fileBytes;
  private final Sha256 digest = new Sha256();
  private long position;

  /**
   * A sub-block that starts there.
   *
   * @param fileBytes how long the file becomes; nothing is written behind that
   */
  SubBlockSink(FileChannel file, long start, long fileBytes) {
    this.file = file;
    this.position = start;
    this.fileBytes = fileBytes;
  }

  /** Writes what remains in the buffer, which stays as it is. */
  void write(ByteBuffer buffer) throws IOException {
    int length = buffer.remaining();
    digest.update(buffer);
    ByteBuffer part = buffer.slice(buffer.position(), length);
    part.limit((int) Math.max(0, Math.min(length, fileBytes - position)));
    while (part.hasRemaining()) {
      file.write(part, position + part.position());
    }
    position += length;
  }

  /** The digest of all that was given to write. */
  String sha256() {
    return digest.toHex();
  }
}
