package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.seam.PrivateField;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The private state of the pending repairs that has no accessor. */
final class PendingReconstructionAccess {

  private static final VarHandle PENDING =
      PrivateField.of(PendingReconstructionBlocks.class, "pendingReconstructions", Map.class);
  private static final VarHandle TIMED_OUT =
      PrivateField.of(PendingReconstructionBlocks.class, "timedOutItems", ArrayList.class);
  private static final VarHandle TIMEOUT =
      PrivateField.of(PendingReconstructionBlocks.class, "timeout", long.class);

  private PendingReconstructionAccess() {}

  /** After so long a repair that was handed out is planned again. */
  static long timeoutMillis(PendingReconstructionBlocks repairs) {
    return (long) TIMEOUT.get(repairs);
  }

  /** Blocks whose repair was handed out, also those that are about to be queued again. */
  static List<BlockInfo> blocks(PendingReconstructionBlocks repairs) {
    Map<?, ?> pending = (Map<?, ?>) PENDING.get(repairs);
    List<?> timedOut = (List<?>) TIMED_OUT.get(repairs);
    List<BlockInfo> blocks = new ArrayList<>();
    synchronized (pending) {
      pending.keySet().forEach(block -> blocks.add((BlockInfo) block));
      synchronized (timedOut) {
        timedOut.forEach(block -> blocks.add((BlockInfo) block));
      }
    }
    return blocks;
  }
}
