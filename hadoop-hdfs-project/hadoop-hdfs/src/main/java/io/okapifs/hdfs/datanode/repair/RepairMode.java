package io.okapifs.hdfs.datanode.repair;

import java.io.IOException;

/** One way to carry out a repair plan: what is held in memory, and in which order is read. */
interface RepairMode {

  /** Bytes of buffers that it takes, all of them at once. */
  long memoryBytes();

  /**
   * Reads, computes, validates and writes all bytes of the targets.
   *
   * @return false where a helper was lost, so that a new plan is needed
   */
  boolean rebuild(RepairMemory.Grant memory) throws IOException;
}
