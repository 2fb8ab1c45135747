package org.apache.hadoop.hdfs.server.namenode;

import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/** Edits as a NameNode writes them that does not ask okapi-ec. */
public final class StockEdits {

  private StockEdits() {}

  /** Adds a policy without a question whether its code exists. */
  public static ErasureCodingPolicy addPolicy(FSNamesystem namesystem, ErasureCodingPolicy policy) {
    ErasureCodingPolicy added = namesystem.getErasureCodingPolicyManager().addPolicy(policy);
    namesystem.getEditLog().logAddErasureCodingPolicy(policy, false);
    namesystem.getEditLog().logSync();
    return added;
  }
}
