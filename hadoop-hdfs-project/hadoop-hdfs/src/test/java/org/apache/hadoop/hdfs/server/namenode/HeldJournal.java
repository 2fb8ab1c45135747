package org.apache.hadoop.hdfs.server.namenode;

import org.apache.hadoop.hdfs.DFSTestUtil;
import org.mockito.Mockito;

/** Has a NameNode's journal say that nothing more is durable; calls are answered. */
public final class HeldJournal implements AutoCloseable {

  private volatile boolean isHeld = true;

  public HeldJournal(FSNamesystem namesystem) {
    FSEditLog held = Mockito.spy(namesystem.getEditLog());
    long synced = held.getSyncTxId();
    Mockito.doAnswer(sync -> isHeld ? synced : sync.callRealMethod()).when(held).getSyncTxId();
    DFSTestUtil.setEditLogForTesting(namesystem, held);
  }

  @Override
  public void close() {
    isHeld = false;
  }
}
