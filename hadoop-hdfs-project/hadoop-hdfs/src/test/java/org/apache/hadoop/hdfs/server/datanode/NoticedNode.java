package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.mockito.ArgumentMatchers;
import org.mockito.Mockito;

/** A DataNode whose notices to its NameNode are written down. */
public final class NoticedNode {

  private NoticedNode() {}

  /**
   * A node that serves one block pool.
   *
   * @param notices where the text of each goes
   */
  public static DataNode of(String pool, List<String> notices) {
    BPServiceActor actor = Mockito.mock(BPServiceActor.class);
    Mockito.doAnswer(
            call -> {
              notices.add(textOf(call.getArgument(0)));
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

  private static String textOf(BPServiceActorAction notice) {
    DatanodeProtocolClientSideTranslatorPB namenode =
        Mockito.mock(DatanodeProtocolClientSideTranslatorPB.class);
    try {
      notice.reportTo(namenode, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Mockito.mockingDetails(namenode).getInvocations().iterator().next().getArgument(2);
  }
}
