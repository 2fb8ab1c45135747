package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.journal.BlockListCheck;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * Which files in HDFS's own striped layout can become decoupled ones where they are. Their groups
 * stay what they are at first, each stripe one of its own, whose blocks HDFS has put on nodes of
 * their own; other groups take a second transition. Each answer says what is wrong, or is null.
 * Under the namesystem's lock.
 */
public final class FileAdoption {

  private static final String COPY = "; -copy writes it anew";

  private FileAdoption() {}

  /** Whether a file must have a stripe width first, and then the policy. */
  public static boolean needsTwo(INodeFile file, ErasureCodingPolicy policy) {
    return DecoupledFile.isCoupled(file)
        && policy.getNumDataUnits() != DecoupledFile.coupledPolicy(file).getNumDataUnits();
  }

  /** Judges a file that is being adopted by what is persisted of it. */
  static String refusal(DecoupledFile file, TransitionRecord record) {
    int k = file.layoutUnder(record.policyId()).policy().k();
    if (k != file.layout().stripeWidth()) {
      return "groups of a file that gets a stripe width are its stripes: k=" + k
          + ", stripeWidth=" + file.layout().stripeWidth();
    }
    String wrong = BlockListCheck.ofMerged(file.layout(), false, file.stripes());
    return wrong == null ? null : wrong + ", as after an append or a concatenation" + COPY;
  }

  /**
   * Judges a file that is, or is to be, given another layout: a snapshot would keep the one that it
   * had.
   */
  public static String refusalOfNow(
      FSNamesystem namesystem, INodeFile file, TransitionRecord record)
      throws IOException {
    if (!DecoupledFile.isCoupled(file) && !record.last().stockLayout()) {
      return null;
    }
    int latest =
        namesystem.getFSDirectory()
            .getINodesInPath(file.getFullPathName(), DirOp.WRITE).getLatestSnapshotId();
    boolean inSnapshot = file.isWithSnapshot() || file.isInLatestSnapshot(latest);
    return inSnapshot ? "a snapshot has the file in the layout that it has now" + COPY : null;
  }
}
