package io.okapifs.ec.tool.files;

import io.okapifs.ec.plan.RepairPlan;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rebuilds the lost blocks of a folder from what its plan reads, and nothing else. A block that
 * turns out to be damaged counts as lost, and is rebuilt with the others.
 */
public final class FolderRepair {
  private final EncodedFolder folder;
  private final boolean replaces;
  private final Progress progress;
  private long bytesRead;

  /**
   * Repairs a folder, of which some blocks must be lost.
   *
   * @param replaces whether damaged blocks are written over; they are kept beside the rebuilt ones
   *     otherwise
   */
  public FolderRepair(EncodedFolder folder, boolean replaces, Progress progress) {
    this.folder = folder;
    this.replaces = replaces;
    this.progress = progress;
  }

  /** Rebuilds the blocks; returns how many bytes were read. */
  public long run() throws IOException {
    boolean done = false;
    while (!done) {
      done = tryRepair(folder.plan(folder.lost()));
    }
    return bytesRead;
  }

  /** False where more blocks are known to be damaged than before, and nothing was written. */
  private boolean tryRepair(RepairPlan plan) throws IOException {
    GroupShape shape = folder.shape();
    try (NewFiles created = new NewFiles();
        BlockReads reads = new BlockReads(folder)) {
      GroupPass pass = new GroupPass(folder.code(), shape);
      pass.rebuild(plan);
      for (int index : GroupPass.readsOf(plan)) {
        reads.add(index, pass);
      }
      Map<Integer, SubBlockSink> sinks = new TreeMap<>();
      for (int member : plan.lostMembers()) {
        FileChannel block = create(created, member);
        for (int s = 0; s < shape.alpha(); s++) {
          int index = member * shape.alpha() + s;
          sinks.put(index, new SubBlockSink(block, shape.offsetInBlock(index), shape.blockBytes()));
          pass.write(index, sinks.get(index));
        }
      }
      progress.start(pass.workBytes());
      pass.run(folder.memoryBytesMax(), progress);
      bytesRead += reads.bytes();
      BitSet damaged = reads.damaged();
      if (!damaged.isEmpty()) {
        folder.addDamaged(damaged);
        return false;
      }
      verify(sinks);
      created.commit();
      return true;
    }
  }

  private FileChannel create(NewFiles created, int member) throws IOException {
    Path block = folder.blockOf(member);
    if (!folder.damaged().get(member)) {
      return created.create(block);
    }
    return replaces ? created.replace(block) : created.replace(block, asideOf(block));
  }

  /** Where a damaged block is kept. */
  public static Path asideOf(Path block) {
    return block.resolveSibling(block.getFileName() + ".damaged");
  }

  private void verify(Map<Integer, SubBlockSink> sinks) throws IOException {
    for (Map.Entry<Integer, SubBlockSink> sink : sinks.entrySet()) {
      int index = sink.getKey();
      if (!sink.getValue().sha256().equals(folder.manifest().sha256Of(folder.shape(), index))) {
        throw new IOException(
            "what was rebuilt is not what was lost, its checksum differs: block="
                + folder.blockOf(folder.shape().memberOf(index)));
      }
    }
  }
}
