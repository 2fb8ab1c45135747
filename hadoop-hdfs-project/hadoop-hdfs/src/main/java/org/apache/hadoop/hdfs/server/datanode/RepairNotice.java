package org.apache.hadoop.hdfs.server.datanode;

import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.SenderProto;
import io.okapifs.hdfs.protocol.proto.OkapiTypes.LimitsProto;
import io.okapifs.hdfs.repair.OkapiDatanodeClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Tells all NameNodes of a block pool about the repairs of a DataNode. What is told is made when it is
 * sent: one notice waits for a NameNode at most, however often it shall be sent. Any thread may call
 * it.
 */
public final class RepairNotice {

  /** What a DataNode has for its notices. */
  public interface Ways {

    /** The way to our service on a NameNode. */
    OkapiDatanodeClient client(InetSocketAddress nameNode, Configuration conf);

    /**
     * Takes what limits transitions from now on.
     *
     * @throws IllegalArgumentException where it is out of range; nothing was changed then
     */
    void take(LimitsProto limits);
  }

  private final DataNode node;
  private final Ways ways;
  private final String pool;
  private final Consumer<EcReportRequestProto.Builder> content;

  /**
   * @param content says what there is to say now
   */
  public RepairNotice(
      DataNode node, Ways ways, String pool, Consumer<EcReportRequestProto.Builder> content) {
    this.node = node;
    this.ways = ways;
    this.pool = pool;
    this.content = content;
  }

  /** Has it sent soon. */
  public void send() {
    for (BPServiceActor actor : PoolActors.of(node, pool)) {
      // The queue of an actor takes no action that it has.
      actor.bpThreadEnqueue(new ToOne(this, actor));
    }
  }

  /** To one of them. */
  record ToOne(RepairNotice notice, BPServiceActor actor)
      implements BPServiceActorAction {

    @Override
    public void reportTo(
        DatanodeProtocolClientSideTranslatorPB namenode, DatanodeRegistration registration)
        throws BPServiceActorActionException {
      notice.report(actor, registration);
    }
  }

  private void report(BPServiceActor actor, DatanodeRegistration registration)
      throws BPServiceActorActionException {
    try {
      Optional<EcReportResponseProto> answer =
          ways.client(actor.getNNSocketAddress(), node.getConf()).report(request(registration));
      answer.filter(EcReportResponseProto::hasLimits)
          .ifPresent(each -> ways.take(each.getLimits()));
    } catch (RemoteException | IllegalArgumentException e) {
      DataNode.LOG.info("A NameNode does not take a notice of repairs", e);
    } catch (IOException e) {
      throw new BPServiceActorActionException("Failed to send a notice of repairs", e);
    }
  }

  /** What there is to say now. */
  EcReportRequestProto request(DatanodeRegistration sender) {
    EcReportRequestProto.Builder report =
        EcReportRequestProto.newBuilder()
            .setSender(
                SenderProto.newBuilder()
                    .setDatanodeUuid(sender.getDatanodeUuid())
                    .setIpAddress(sender.getIpAddr())
                    .setTransferPort(sender.getXferPort())
                    .setBlockPool(pool));
    content.accept(report);
    return report.build();
  }
}
