package org.apache.hadoop.hdfs.server.namenode.snapshot;

import io.okapifs.hdfs.namenode.journal.DecoupledHeader;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;

/**
 * Why: snapshot copies of a decoupled file keep the guarded policy id, too.
 * Ladder: the message is read inside this method.
 * Gone when: HDFS keeps parity groups in its image.
 */
aspect FSImageFormatPBSnapshotAspect {

  // journal: snapshots have the guarded policy id, too
  pointcut loadedPolicyId() :
      call(public int INodeSection.INodeFile.getErasureCodingPolicyID())
      && withincode(private void FSImageFormatPBSnapshot.Loader.loadFileDiffList(
          java.io.InputStream, org.apache.hadoop.hdfs.server.namenode.INodeFile, int));

  int around() : loadedPolicyId() {
    return DecoupledHeader.policyId((byte) proceed());
  }
}
