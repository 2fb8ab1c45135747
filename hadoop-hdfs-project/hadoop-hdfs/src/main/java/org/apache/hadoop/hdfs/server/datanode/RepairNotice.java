package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Tells all NameNodes of a block pool about the repairs of a DataNode. The text is made when it is
 * sent: one notice waits for a NameNode at most, however often it shall be sent. Any thread may call
 * it.
 */
public final class RepairNotice implements BPServiceActorAction {

  private final DataNode node;
  private final String pool;
  private final Supplier<String> text;

  public RepairNotice(DataNode node, String pool, Supplier<String> text) {
    this.node = node;
    this.pool = pool;
    this.text = text;
  }

  /** Has it sent soon. */
  public void send() {
    for (BPServiceActor actor : PoolActors.of(node, pool)) {
      actor.bpThreadEnqueue(this);
    }
  }

  @Override
  public void reportTo(
      DatanodeProtocolClientSideTranslatorPB namenode, DatanodeRegistration registration)
      throws BPServiceActorActionException {
    try {
      namenode.errorReport(registration, DatanodeProtocol.NOTIFY, text.get());
    } catch (RemoteException e) {
      DataNode.LOG.info("A NameNode does not take a notice of repairs", e);
    } catch (IOException e) {
      throw new BPServiceActorActionException("Failed to send a notice of repairs", e);
    }
  }
}
