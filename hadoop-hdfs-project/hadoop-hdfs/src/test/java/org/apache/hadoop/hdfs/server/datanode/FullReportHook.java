package org.apache.hadoop.hdfs.server.datanode;

import java.util.concurrent.Callable;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.mockito.Mockito;

/** Has something happen between the making of a DataNode's full report and its sending. */
public final class FullReportHook {

  private FullReportHook() {}

  /**
   * Of a node of a cluster with one NameNode. The mock answers by default and is never stubbed: the
   * node's threads call it all the time, and stubbing takes the next call for its own.
   *
   * @param happens once, in the thread that sends
   */
  public static void beforeTheNext(DataNode node, Callable<Void> happens) throws Exception {
    BPServiceActor actor = node.getAllBpOs().get(0).getBPServiceActors().get(0);
    DatanodeProtocolClientSideTranslatorPB nameNode = actor.getNameNodeProxy();
    actor.setNameNode(
        Mockito.mock(
            DatanodeProtocolClientSideTranslatorPB.class,
            Mockito.withSettings()
                .spiedInstance(nameNode)
                .defaultAnswer(
                    call -> {
                      if (call.getMethod().getName().equals("blockReport")) {
                        actor.setNameNode(nameNode);
                        happens.call();
                      }
                      return call.callRealMethod();
                    })));
  }
}
