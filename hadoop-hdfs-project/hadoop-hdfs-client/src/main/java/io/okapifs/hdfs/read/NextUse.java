package io.okapifs.hdfs.read;

import io.okapifs.hdfs.layout.FileLayout;

/**
 * Where in the file a pass from the first to the last byte wants bytes of a data block next: at
 * their own place, or where the same offset of a lost block of their group is. A value.
 *
 * @param view of the file
 * @param lost blocks that have to be decoded
 * @param position up to which the pass has come
 */
record NextUse(FileView view, LostBlocks lost, long position) {

  /** No more in this pass. */
  static final long NEVER = Long.MAX_VALUE;

  /** The first offset in the file at which the bytes are wanted, or {@link #NEVER}. */
  long of(long block, ByteRange range) {
    FileLayout layout = view.layout();
    long first = wantedAt(block, range);
    long group = layout.groupOf(block);
    for (long other = group * layout.policy().k(); layout.groupOf(other) == group; other++) {
      if (lost.contains(Source.data(other))) {
        first = Math.min(first, wantedAt(other, range));
      }
    }
    return first;
  }

  private long wantedAt(long block, ByteRange range) {
    FileLayout layout = view.layout();
    ByteRange bytes =
        range.intersect(new ByteRange(0, layout.blockLength(block, view.length())));
    if (bytes.isEmpty()) {
      return NEVER;
    }
    return layout.fileOffset(block, bytes.to() - 1) < position
        ? NEVER
        : Math.max(position, layout.fileOffset(block, bytes.from()));
  }
}
