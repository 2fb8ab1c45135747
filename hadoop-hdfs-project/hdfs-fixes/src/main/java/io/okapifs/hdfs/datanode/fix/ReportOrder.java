package io.okapifs.hdfs.datanode.fix;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * Keeps the reports of a DataNode in order: blocks received or deleted behind the moment that a
 * full report shows are told of behind that report. Told before, they would be undone by it, and
 * the NameNode would be wrong about them until the next full report, for six hours by default.
 */
public final class ReportOrder {

  private ReportOrder() {}

  /** Whether a DataNode keeps them in order, which an operator may switch off. */
  @Woven
  public static boolean isKept(DataNode node) {
    return UpstreamFix.REPORT_ORDER.isOn(node.getConf());
  }
}
