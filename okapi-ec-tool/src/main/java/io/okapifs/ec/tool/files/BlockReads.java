package io.okapifs.ec.tool.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** What a pass reads from the blocks of a folder, whose checksums are compared afterwards. */
final class BlockReads implements Closeable {
  private final EncodedFolder folder;
  private final Map<Integer, FileChannel> blocks = new TreeMap<>();
  private final Map<Integer, SubBlockSource> sources = new TreeMap<>();

  BlockReads(EncodedFolder folder) {
    this.folder = folder;
  }

  /** The pass reads this sub-block; once is enough. */
  void add(int index, GroupPass pass) throws IOException {
    if (sources.containsKey(index)) {
      return;
    }
    GroupShape shape = folder.shape();
    int member = shape.memberOf(index);
    if (!blocks.containsKey(member)) {
      blocks.put(member, folder.open(member));
    }
    SubBlockSource source =
        new SubBlockSource(blocks.get(member), shape.offsetInBlock(index), shape.blockBytes());
    sources.put(index, source);
    pass.read(index, source);
  }

  long bytes() {
    return sources.size() * folder.shape().subBlockBytes();
  }

  /** Members of which a checksum differs; to be asked once, behind the pass. */
  BitSet damaged() {
    BitSet damaged = new BitSet();
    sources.forEach(
        (index, source) -> {
          if (!source.sha256().equals(folder.manifest().sha256Of(folder.shape(), index))) {
            damaged.set(folder.shape().memberOf(index));
          }
        });
    return damaged;
  }

  @Override
  public void close() throws IOException {
    for (FileChannel block : blocks.values()) {
      block.close();
    }
  }
}
