package io.okapifs.hdfs.datanode.repair;

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
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeWindow;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;

/**
 * Tells all NameNodes of a block pool about the repairs of a DataNode. What is told is made when it
 * is sent: one notice waits for a NameNode at most, however often it shall be sent. Any thread may
 * call it.
 */
public final class RepairNotice implements DataNodeWindow.Notice {

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
    DataNodeWindow.tell(node, pool, this);
  }

  @Override
  public void tell(InetSocketAddress nameNode, DatanodeRegistration sender) throws IOException {
    Optional<EcReportResponseProto> answer =
        ways.client(nameNode, node.getConf()).report(request(sender));
    answer.filter(EcReportResponseProto::hasLimits)
        .ifPresent(each -> ways.take(each.getLimits()));
  }

  /** What there is to say now. */
  public EcReportRequestProto request(DatanodeRegistration sender) {
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
