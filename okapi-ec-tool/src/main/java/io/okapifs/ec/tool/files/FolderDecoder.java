package io.okapifs.ec.tool.files;

import io.okapifs.ec.plan.RepairPlan;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * Puts a file together again from a folder. It gets its name once its digest is the one it had. A
 * block that turns out to be damaged counts as lost, and the file is decoded without it.
 */
public final class FolderDecoder {
  private final EncodedFolder folder;
  private final Progress progress;

  public FolderDecoder(EncodedFolder folder, Progress progress) {
    this.folder = folder;
    this.progress = progress;
  }

  /** Writes the file; the folder knows behind it what is damaged of what was read. */
  public void decodeInto(Path file) throws IOException {
    boolean done = false;
    while (!done) {
      done = tryDecode(file);
    }
  }

  /** False where more blocks are known to be damaged than before, and nothing was written. */
  private boolean tryDecode(Path file) throws IOException {
    try (NewFiles created = new NewFiles();
        BlockReads reads = new BlockReads(folder)) {
      FileChannel target = created.create(file);
      GroupPass pass = pass(reads, target);
      progress.start(pass.workBytes() + folder.shape().k() * folder.shape().blockBytes());
      pass.run(folder.memoryBytesMax(), progress);
      BitSet damaged = reads.damaged();
      if (!damaged.isEmpty()) {
        folder.addDamaged(damaged);
        return false;
      }
      Manifest manifest = folder.manifest();
      FileDigests digests =
          FileDigests.of(target, manifest.fileBytes(), folder.shape(), progress);
      if (!digests.ofFile().equals(manifest.fileSha256())) {
        throw new IOException(
            "what was decoded is not the file, its checksum differs: sha256=" + digests.ofFile()
                + ", expected=" + manifest.fileSha256());
      }
      created.commit();
      return true;
    }
  }

  private GroupPass pass(BlockReads reads, FileChannel target) throws IOException {
    GroupShape shape = folder.shape();
    GroupPass pass = new GroupPass(folder.code(), shape);
    BitSet lostData = folder.lost();
    lostData.clear(shape.k(), shape.n());
    if (!lostData.isEmpty()) {
      RepairPlan plan = folder.plan(lostData);
      pass.rebuild(plan);
      for (int index : GroupPass.readsOf(plan)) {
        reads.add(index, pass);
      }
    }
    for (int index = 0; index < shape.dataSubBlocks(); index++) {
      if (!lostData.get(shape.memberOf(index))) {
        reads.add(index, pass);
      }
      long fileBytes = folder.manifest().fileBytes();
      pass.write(index, new SubBlockSink(target, shape.offsetInFile(index), fileBytes));
    }
    return pass;
  }
}
