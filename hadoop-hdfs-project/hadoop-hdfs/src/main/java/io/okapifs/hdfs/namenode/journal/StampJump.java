package io.okapifs.hdfs.namenode.journal;

import io.okapifs.Woven;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockIdManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.namenode.EditLogWindow;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A NameNode that dies may have given out generation stamps, in commands to DataNodes as well, that
 * no journal has. The next one begins with stamps that are larger than all of those, so that what
 * DataNodes still report with such a stamp is never taken for a block that got the same one.
 */
public final class StampJump {

  /** More than edits can be on their way to a journal. */
  static final long STAMPS = 1L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(StampJump.class);

  private StampJump() {}

  /**
   * Before a NameNode takes its first call as the active one, under the namesystem's write lock. A
   * namespace that never had a file with a stripe width is left as HDFS would have it.
   */
  @Woven
  public static void take(FSNamesystem namesystem) {
    if (!BlockInfoDecoupled.wereMade()) {
      return;
    }
    BlockIdManager ids = namesystem.getBlockManager().getBlockIdManager();
    long stamp = ids.getGenerationStamp() + STAMPS;
    ids.setGenerationStamp(stamp);
    EditLogWindow.logStamp(namesystem, stamp);
    namesystem.getEditLog().logSync();
    LOG.info("Generation stamps go on: from={}", stamp);
  }
}
