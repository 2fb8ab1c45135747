package io.okapifs.bench.disk;

import javax.management.MXBean;

/** What a modelled disk shows by JMX. */
@MXBean
public interface DiskCounts {

  /** The model, as {@link DiskModel#parse} reads it. */
  String getModel();

  long getReadBytes();

  /** Reads that did not begin where the last request of their stream or on their file ended. */
  long getReadPositionings();

  /** Streams whose first read went on where another one had ended, which is luck. */
  long getReadsTakenUp();

  long getWrittenBytes();

  /** The same of writes; where those are gathered, only the first of a file costs time. */
  long getWritePositionings();

  /** Time for which the disk was reserved. */
  long getBusyNanos();
}
