package io.okapifs.ec.tool.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The digests of a file that is read front to back. A value.
 *
 * @param ofFile that of the whole
 * @param ofSubBlocks those of the data sub-blocks, with the zeros behind the end of the file
 */
record FileDigests(String ofFile, List<String> ofSubBlocks) {
  private static final int READ_BYTES_MAX = 1 << 20;

  static FileDigests of(FileChannel file, long fileBytes, GroupShape shape, Progress progress)
      throws IOException {
    ByteBuffer buffer =
        ByteBuffer.allocateDirect((int) Math.min(READ_BYTES_MAX, shape.subBlockBytes()));
    Sha256 whole = new Sha256();
    List<String> ofSubBlocks = new ArrayList<>();
    for (int index = 0; index < shape.dataSubBlocks(); index++) {
      SubBlockSource source = new SubBlockSource(file, shape.offsetInFile(index), fileBytes);
      for (long left = shape.subBlockBytes(); left > 0; left -= buffer.limit()) {
        buffer.limit((int) Math.min(buffer.capacity(), left));
        int real = source.read(buffer);
        whole.update(buffer.slice(0, real));
        progress.add(buffer.limit());
      }
      ofSubBlocks.add(source.sha256());
    }
    return new FileDigests(whole.toHex(), ofSubBlocks);
  }
}
