package org.apache.hadoop.hdfs.server.datanode;

import io.okapifs.PrivateField;
import io.okapifs.Woven;
import java.lang.invoke.VarHandle;

/**
 * What HDFS keeps private of a DataNode's reports. No decision is taken here. Any thread may call
 * it.
 */
public final class ReportsWindow {

  private static final VarHandle INCREMENTAL_REPORTS =
      PrivateField.of(BPServiceActor.class, "sendIBRLock", Object.class);

  private ReportsWindow() {}

  /** The DataNode whose reports a thread sends. */
  @Woven
  public static DataNode nodeOf(BPServiceActor actor) {
    return actor.bpos.getDataNode();
  }

  /** The lock under which incremental reports are sent. */
  @Woven
  public static Object incrementalReports(BPServiceActor actor) {
    return INCREMENTAL_REPORTS.get(actor);
  }
}
