package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.PrivateField;
import java.lang.invoke.VarHandle;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;

/**
 * The private state of an inode that has no accessor, all of it in one place. The stripe width
 * takes the upper 8 of the 48 header bits that hold the preferred block size, for striped files
 * only.
 */
public final class INodeFileWindow {

  private static final int WIDTH_SHIFT = 40;
  private static final long WIDTH_MASK = 0xFFL << WIDTH_SHIFT;
  private static final int POLICY_ID_SHIFT = 48;
  private static final long POLICY_ID_MASK = 0xFF;
  private static final long RAW_BLOCK_SIZE_MASK = (1L << 48) - 1;

  private static final VarHandle HEADER = PrivateField.of(INodeFile.class, "header", long.class);
  private static final VarHandle BLOCKS =
      PrivateField.of(INodeFile.class, "blocks", BlockInfo[].class);

  private INodeFileWindow() {}

  /** s, or 0 for a coupled or replicated file. */
  public static int stripeWidth(long header) {
    return INodeFile.HeaderFormat.isStriped(header)
        ? (int) ((header & WIDTH_MASK) >>> WIDTH_SHIFT)
        : 0;
  }

  public static void setStripeWidth(INodeFile file, int stripeWidth) {
    long header = file.getHeaderLong() & ~WIDTH_MASK;
    HEADER.set(file, header | (long) stripeWidth << WIDTH_SHIFT);
  }

  public static void setPolicyId(INodeFile file, byte policyId) {
    long header = file.getHeaderLong() & ~(POLICY_ID_MASK << POLICY_ID_SHIFT);
    HEADER.set(file, header | (policyId & POLICY_ID_MASK) << POLICY_ID_SHIFT);
  }

  /** The block size without the stripe width, from what the header's 48 bits hold. */
  public static long blockSize(long header, long rawBlockSize) {
    return stripeWidth(header) == 0 ? rawBlockSize : withoutWidth(rawBlockSize);
  }

  /** All 48 bits, which is what images and edits keep. */
  public static long rawBlockSize(long header) {
    return header & RAW_BLOCK_SIZE_MASK;
  }

  /** s in the block size of a striped file as images and edits keep it. */
  public static int persistedWidth(long rawBlockSize) {
    return (int) ((rawBlockSize & WIDTH_MASK) >>> WIDTH_SHIFT);
  }

  /** The block size in the one that images and edits keep of a striped file. */
  public static long withoutWidth(long rawBlockSize) {
    return rawBlockSize & ~WIDTH_MASK;
  }

  public static void setBlocks(INodeFile file, BlockInfo[] blocks) {
    BLOCKS.set(file, blocks);
  }
}
