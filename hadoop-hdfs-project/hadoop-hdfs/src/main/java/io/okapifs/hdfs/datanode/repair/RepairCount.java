package io.okapifs.hdfs.datanode.repair;

import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.lib.Interns;

/** What a DataNode counts of its repairs of groups. */
public enum RepairCount {
  REPAIRS("Repairs", "Repairs that sent every target what it lacked"),
  BYTES_READ("BytesRead", "Bytes read of helpers"),
  REMOTE_BYTES_READ("RemoteBytesRead", "Bytes read of helpers on other DataNodes"),
  RUNS("Runs", "Longest contiguous ranges read of helpers"),
  POSITIONINGS(
      "Positionings", "Reads that did not begin where the last one of the same helper ended"),
  BYTES_REBUILT("BytesRebuilt", "Bytes sent to targets"),
  REMOTE_BYTES_REBUILT("RemoteBytesRebuilt", "Bytes sent to targets on other DataNodes"),
  WINDOWS("Windows", "Windows computed; none where bytes are added up as they arrive"),
  SPOOLED_BYTES("SpooledBytes", "Bytes written to spool files"),
  SPARE_BYTES_READ(
      "SpareBytesRead", "Bytes read before repairs to compare helpers with one more member"),
  SPARE_POSITIONINGS(
      "SparePositionings", "Reads for that which did not begin where the last one had ended"),
  CONTRADICTIONS(
      "Contradictions",
      "Groups whose members contradicted each other although checksums were right"),
  SCRUBS("Scrubs", "Groups of which all members were read and compared"),
  SCRUB_BYTES_READ("ScrubBytesRead", "Bytes read for that"),
  TAIL_DATA_BYTES("TailDataBytes", "Bytes of data of repaired groups whose parity covers zeros"),
  TAIL_PARITY_BYTES("TailParityBytes", "Bytes of parity of the same groups"),
  READ_NANOS("ReadNanos", "Time in which helpers were read"),
  COMPUTE_NANOS("ComputeNanos", "Time of computing, part of it while helpers were read"),
  WRITE_NANOS("WriteNanos", "Time of sending to targets, part of it while helpers were read");

  private final MetricsInfo info;

  RepairCount(String metric, String description) {
    this.info = Interns.info(metric, description);
  }

  /** Name and description of the metric. */
  public MetricsInfo info() {
    return info;
  }
}
