package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.tools.TransitionSummary.Fate;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;

/** The files that a `hdfs ec -transition` is about. Used by one thread. */
final class TransitionFiles {

  private final DistributedFileSystem hdfs;
  private final TransitionCommand asked;
  private final ErasureCodingPolicy policy;
  private long files;
  private long bytes;

  /**
   * @throws IOException where the policy cannot be had by any file: that is told once
   */
  TransitionFiles(DistributedFileSystem hdfs, TransitionCommand asked) throws IOException {
    this.hdfs = hdfs;
    this.asked = asked;
    this.policy = enabled(hdfs, asked.policy());
  }

  /**
   * The policy of a name, with a stripe width or without.
   *
   * @throws IOException where it cannot be had by any file
   */
  static ErasureCodingPolicy enabled(DistributedFileSystem hdfs, String name)
      throws IOException {
    ErasureCodingPolicyInfo info =
        DescribePolicyCommand.find(hdfs, PolicyName.parse(name).policy());
    if (!info.isEnabled()) {
      throw new IOException(
          "the policy is not enabled: policy=" + info.getPolicy().getName() + ", state="
              + info.getState() + "; -enablePolicy enables it");
    }
    return info.getPolicy();
  }

  /**
   * Visits the file of a path, or those below it.
   *
   * @param summary counts those that are passed over
   */
  void forEach(Path path, TransitionSummary summary, FileWalk.Visitor visitor)
      throws IOException {
    FileStatus top = hdfs.getFileStatus(path);
    if (top.isDirectory() && !asked.recursive()) {
      throw new IOException(path.toUri().getPath() + " is a directory; add -recursive");
    }
    if (top.isFile() && FileForm.isReplicated(top) && !asked.copies()) {
      throw new IOException(path.toUri().getPath() + " is replicated; -copy writes it anew");
    }
    long now = System.currentTimeMillis();
    FileWalk.visit(
        hdfs, path,
        file -> {
          if (FileCopy.isCopy(file.getPath())) {
            return;
          }
          if (FileForm.isReplicated(file) && !asked.copies()) {
            summary.count(Fate.REPLICATED);
          } else if (!asked.isOldEnough(file.getModificationTime(), now)) {
            summary.count(Fate.TOO_YOUNG);
          } else if (!asked.isChosen(file, now)) {
            summary.count(Fate.PASSED_OVER);
          } else {
            visitWithinLimits(file, summary, visitor);
          }
        });
  }

  private void visitWithinLimits(
      FileStatus file, TransitionSummary summary, FileWalk.Visitor visitor) throws IOException {
    // Without limits that is for the NameNode to say, which knows what is being changed.
    if (asked.hasLimits() && isSo(file)) {
      summary.count(Fate.ALREADY_SO);
    } else if (asked.isEnough(files + 1, bytes + file.getLen())) {
      summary.count(Fate.PASSED_OVER);
    } else {
      files++;
      bytes += file.getLen();
      visitor.visit(file);
    }
  }

  /** Whether a file needs nothing. */
  private boolean isSo(FileStatus file) {
    return FileForm.isUnder(file, PolicyName.parse(asked.policy()))
        && FileForm.isCoupled(file) == asked.couples();
  }

  /** Without copies that is for the NameNode to say. */
  boolean changeInPlace(FileStatus file) {
    if (!asked.copies()) {
      return true;
    }
    PolicyName name = PolicyName.parse(asked.policy());
    int width = name.isDecoupled() ? name.stripeWidth() : policy.getNumDataUnits();
    // Of both forms of a file the data units are the stripe width.
    return FileForm.policyOf(file)
        .filter(now -> now.getNumDataUnits() == width)
        .filter(now -> now.getCellSize() == policy.getCellSize())
        .isPresent();
  }
}
