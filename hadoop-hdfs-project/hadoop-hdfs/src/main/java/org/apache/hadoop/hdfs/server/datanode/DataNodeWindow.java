package org.apache.hadoop.hdfs.server.datanode;

import io.okapifs.PrivateField;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.apache.hadoop.hdfs.server.datanode.BlockRecoveryWorker.RecoveryTaskStriped;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringStripedBlock;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;

/** What HDFS keeps private of a DataNode. No decision is taken here. Any thread may call it. */
public final class DataNodeWindow {

  private static final VarHandle ORDER =
      PrivateField.of(RecoveryTaskStriped.class, "rBlock", RecoveringBlock.class);
  private static final VarHandle WORKER =
      PrivateField.of(RecoveryTaskStriped.class, "this$0", BlockRecoveryWorker.class);
  private static final VarHandle DATANODE =
      PrivateField.of(BlockRecoveryWorker.class, "datanode", DataNode.class);

  /** What is told to a NameNode. Equal ones wait for it once. */
  public interface Notice {

    /**
     * Tells it, in the thread that serves the NameNode.
     *
     * @throws RemoteException where it does not want to hear it, or not yet: then it is told again
     * @throws IOException where it is told again
     */
    void tell(InetSocketAddress nameNode, DatanodeRegistration sender) throws IOException;
  }

  private DataNodeWindow() {}

  /** Has all NameNodes of a block pool told; none where the DataNode serves the pool no more. */
  public static void tell(DataNode node, String pool, Notice notice) {
    for (BPServiceActor actor : actors(node, pool)) {
      // The queue of an actor takes no action that it has.
      actor.bpThreadEnqueue(new ToOne(notice, actor));
    }
  }

  /** Reports all replicas of a pool to its NameNodes, each as soon as it allows that. */
  public static void reportAll(DataNode node, String pool) {
    BlockReportOptions full = new BlockReportOptions.Factory().build();
    for (BPServiceActor actor : actors(node, pool)) {
      actor.triggerBlockReport(full);
    }
  }

  private static List<BPServiceActor> actors(DataNode node, String pool) {
    BPOfferService service = node.getBPOfferService(pool);
    return service == null ? List.of() : service.getBPServiceActors();
  }

  /** To one of them. */
  record ToOne(Notice notice, BPServiceActor actor) implements BPServiceActorAction {

    @Override
    public void reportTo(
        DatanodeProtocolClientSideTranslatorPB namenode, DatanodeRegistration registration)
        throws BPServiceActorActionException {
      try {
        notice.tell(actor.getNNSocketAddress(), registration);
      } catch (RemoteException | IllegalArgumentException e) {
        if (isEarly(e)) {
          throw new BPServiceActorActionException("A notice came too early", e);
        }
        DataNode.LOG.info("Notice was not taken by a NameNode", e);
      } catch (IOException e) {
        throw new BPServiceActorActionException("Failed to send a notice", e);
      }
    }

    /** Whether the NameNode only has to start before it takes the same. */
    private static boolean isEarly(Exception refusal) {
      return refusal instanceof RemoteException remote
          && remote.unwrapRemoteException() instanceof RetriableException;
    }
  }

  /** What is to be recovered. */
  public static RecoveringStripedBlock order(RecoveryTaskStriped task) {
    return (RecoveringStripedBlock) ORDER.get(task);
  }

  public static DataNode node(RecoveryTaskStriped task) {
    return (DataNode) DATANODE.get((BlockRecoveryWorker) WORKER.get(task));
  }

  /** The way to the active NameNode of a block pool. */
  public static DatanodeProtocolClientSideTranslatorPB nameNode(
      RecoveryTaskStriped task, String pool) throws IOException {
    return ((BlockRecoveryWorker) WORKER.get(task)).getActiveNamenodeForBP(pool);
  }

  /** For connections to other DataNodes, milliseconds. */
  public static int socketTimeout(DataNode node) {
    return node.getDnConf().socketTimeout;
  }

  /** Whether other DataNodes are reached by their names. */
  public static boolean connectsByName(DataNode node) {
    return node.getDnConf().connectToDnViaHostname;
  }
}
