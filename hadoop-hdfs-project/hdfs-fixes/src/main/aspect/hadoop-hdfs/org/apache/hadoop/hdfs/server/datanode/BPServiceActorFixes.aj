package org.apache.hadoop.hdfs.server.datanode;

import io.okapifs.hdfs.datanode.fix.ReportOrder;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;

/**
 * Why: a thread of its own tells the NameNode of blocks received and deleted, also while a full
 * report that does not have them yet is on its way and undoes what was told.
 * Ladder: a private class that upstream constructs itself, and its private lock.
 * Gone when: HDFS keeps the two kinds of reports in order.
 */
aspect BPServiceActorFixes {

  // fix: a full report must not undo what was told while it was made
  pointcut sendFullReport(BPServiceActor actor) :
      execution(List BPServiceActor.blockReport(long)) && this(actor);

  List<DatanodeCommand> around(BPServiceActor actor) throws IOException : sendFullReport(actor) {
    boolean isKept = ReportOrder.isKept(ReportsWindow.nodeOf(actor));
    synchronized (isKept ? ReportsWindow.incrementalReports(actor) : new Object()) {
      return proceed(actor);
    }
  }
}
