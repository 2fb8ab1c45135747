package org.apache.hadoop.hdfs.server.datanode;

import java.util.List;
import org.apache.hadoop.hdfs.client.BlockReportOptions;

/** What a DataNode has for each NameNode of a block pool. Any thread may call it. */
public final class PoolActors {

  private PoolActors() {}

  /** None where the DataNode serves the pool no more. */
  static List<BPServiceActor> of(DataNode node, String pool) {
    BPOfferService service = node.getBPOfferService(pool);
    return service == null ? List.of() : service.getBPServiceActors();
  }

  /** Reports all replicas of a pool to its NameNodes, each as soon as it allows that. */
  public static void reportAll(DataNode node, String pool) {
    BlockReportOptions full = new BlockReportOptions.Factory().build();
    for (BPServiceActor actor : of(node, pool)) {
      actor.triggerBlockReport(full);
    }
  }
}
