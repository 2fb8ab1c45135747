package org.apache.hadoop.hdfs.server.datanode;

import io.okapifs.hdfs.datanode.repair.RepairNotice;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportRequestProto;
import java.util.List;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.mockito.ArgumentMatchers;
import org.mockito.Mockito;

/** A DataNode whose notices to its NameNode are written down. */
public final class NoticedNode {

  private NoticedNode() {}

  /**
   * A node that serves one block pool.
   *
   * @param notices where each goes
   */
  public static DataNode of(String pool, List<EcReportRequestProto> notices) {
    BPServiceActor actor = Mockito.mock(BPServiceActor.class);
    Mockito.doAnswer(
            call -> {
              DataNodeWindow.ToOne notice = call.getArgument(0);
              notices.add(((RepairNotice) notice.notice()).request(registration()));
              return null;
            })
        .when(actor)
        .bpThreadEnqueue(ArgumentMatchers.any());
    BPOfferService service = Mockito.mock(BPOfferService.class);
    Mockito.when(service.getBPServiceActors()).thenReturn(List.of(actor));
    DataNode node = Mockito.mock(DataNode.class);
    Mockito.when(node.getBPOfferService(pool)).thenReturn(service);
    return node;
  }

  private static DatanodeRegistration registration() {
    DatanodeRegistration registration = Mockito.mock(DatanodeRegistration.class);
    Mockito.when(registration.getDatanodeUuid()).thenReturn("uuid");
    Mockito.when(registration.getIpAddr()).thenReturn("127.0.0.1");
    return registration;
  }
}
