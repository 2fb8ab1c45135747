package org.apache.hadoop.hdfs.server.datanode;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.seam.PrivateField;
import java.lang.invoke.VarHandle;

/**
 * Keeps the reports of a DataNode in order: blocks received or deleted behind the moment that a full
 * report shows are told of behind that report. Told before, they would be undone by it, and the
 * NameNode would be wrong about them until the next full report, for six hours by default.
 */
public final class ReportOrder {

  private static final VarHandle DATA_NODE =
      PrivateField.of(BPServiceActor.class, "dn", DataNode.class);
  private static final VarHandle INCREMENTAL_REPORTS =
      PrivateField.of(BPServiceActor.class, "sendIBRLock", Object.class);

  private ReportOrder() {}

  /**
   * What to hold while a full report is made and sent: the lock under which incremental reports are
   * sent; one of nobody's where the correction is off.
   */
  @Woven
  public static Object lock(BPServiceActor actor) {
    DataNode node = (DataNode) DATA_NODE.get(actor);
    return UpstreamFix.REPORT_ORDER.isOn(node.getConf())
        ? INCREMENTAL_REPORTS.get(actor)
        : new Object();
  }
}
