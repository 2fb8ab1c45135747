package io.okapifs.hdfs.namenode.journal;

import io.okapifs.Woven;
import java.util.OptionalInt;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.server.namenode.EditLogWindow;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.INodeFileAttributes;
import org.apache.hadoop.hdfs.server.namenode.INodeFileWindow;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.io.erasurecode.ErasureCodeConstants;

/**
 * The two header fields of a decoupled file that images and edits keep differently from memory:
 * the block size keeps the stripe width, and the policy id gets its sign bit set. A NameNode that
 * does not know decoupled files finds no policy of that id and refuses the file, instead of taking
 * data stripes for coupled block groups.
 */
public final class DecoupledHeader {

  private static final int GUARD = 0x80;

  private DecoupledHeader() {}

  /** What {@code getPreferredBlockSize} returns for a header. */
  @Woven
  public static long blockSize(long header, long rawBlockSize) {
    return INodeFileWindow.blockSize(header, rawBlockSize);
  }

  /** The block size to persist. */
  @Woven
  public static long persistedBlockSize(INodeFileAttributes file) {
    return INodeFileWindow.rawBlockSize(file.getHeaderLong());
  }

  /** The policy id to persist. */
  @Woven
  public static byte persistedPolicyId(INodeFileAttributes file, byte policyId) {
    return INodeFileWindow.stripeWidth(file.getHeaderLong()) == 0
        ? policyId
        : (byte) (policyId | GUARD);
  }

  /** The policy id as memory keeps it, from a persisted one. */
  @Woven
  public static byte policyId(byte persisted) {
    return isGuarded(persisted) ? (byte) (persisted & ~GUARD) : persisted;
  }

  /**
   * As {@link #policyId}, for a file that replay creates.
   *
   * @throws IllegalStateException where the header is corrupt; upstream's method declares nothing
   */
  public static byte replayedPolicyId(
      INodesInPath existing, byte[] name, byte persisted, long rawBlockSize) {
    String wrong =
        persisted == ErasureCodeConstants.REPLICATION_POLICY_ID
            ? null
            : BlockListCheck.ofHeader(persisted, rawBlockSize);
    if (wrong != null) {
      throw new IllegalStateException(
          "Corrupt edit of a file: path=" + existing.getPath() + ", name="
              + DFSUtil.bytes2String(name) + ": " + wrong);
    }
    return policyId(persisted);
  }

  /** The block size of a file, from what the operation that opens it holds. */
  @Woven
  public static long blockSizeOfEvent(FSEditLogOp operation, long persisted) {
    OptionalInt id = EditLogWindow.policyId(operation);
    return id.isPresent() && isGuarded((byte) id.getAsInt())
        ? INodeFileWindow.withoutWidth(persisted)
        : persisted;
  }

  /** The block size of a file of an image, from the one that the image holds. */
  @Woven
  public static long blockSizeOfImage(INodeSection.INodeFile file, long persisted) {
    return file.hasErasureCodingPolicyID() && isGuarded((byte) file.getErasureCodingPolicyID())
        ? INodeFileWindow.withoutWidth(persisted)
        : persisted;
  }

  static boolean isGuarded(byte persisted) {
    return persisted < 0 && (persisted & ~GUARD) != ErasureCodeConstants.REPLICATION_POLICY_ID;
  }
}
