package io.okapifs.ec.tool.files;

import io.okapifs.ec.plan.RepairPlan;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Map;
import java.util.TreeMap;

/** Rebuilds the missing blocks of a folder from what its plan reads, and nothing else. */
public final class FolderRepair {
  private final EncodedFolder folder;
  private final Progress progress;
  private final RepairPlan plan;

  /** Plans the repair of all missing blocks, of which there must be some. */
  public FolderRepair(EncodedFolder folder, Progress progress) throws IOException {
    this.folder = folder;
    this.progress = progress;
    this.plan = folder.plan(folder.missing());
  }

  /** What is read, and what is rebuilt. */
  public RepairPlan plan() {
    return plan;
  }

  /** Rebuilds the blocks; returns how many bytes were read. */
  public long run() throws IOException {
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
        FileChannel block = created.create(folder.blockOf(member));
        for (int s = 0; s < shape.alpha(); s++) {
          int index = member * shape.alpha() + s;
          sinks.put(index, new SubBlockSink(block, shape.offsetInBlock(index), shape.blockBytes()));
          pass.write(index, sinks.get(index));
        }
      }
      progress.start(pass.workBytes());
      pass.run(folder.memoryBytesMax(), progress);
      reads.verify();
      verify(sinks);
      created.commit();
      return reads.bytes();
    }
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
