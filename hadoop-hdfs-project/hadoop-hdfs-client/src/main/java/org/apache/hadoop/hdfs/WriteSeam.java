package org.apache.hadoop.hdfs;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.write.ParityMemory;
import java.util.EnumSet;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Progressable;

/** What the advice on output streams calls. Any thread may call it. */
public final class WriteSeam {

  private WriteSeam() {}

  /**
   * Refuses settings that no writer could go by, before a file is created or replaced: whether it
   * will be decoupled is not known then.
   */
  @Woven
  public static void checkSettings(DFSClient client) {
    ParityMemory.maxBytes(client.getConfiguration());
  }

  /** The policy as upstream's choice of a stream may see it: none where the stream is ours. */
  @Woven
  public static ErasureCodingPolicy coupledPolicy(ErasureCodingPolicy policy) {
    return StripeView.isView(policy) ? null : policy;
  }

  @Woven
  public static boolean isDecoupled(HdfsFileStatus status) {
    return StripeView.isView(status.getErasureCodingPolicy());
  }

  /** The stream that writes a new decoupled file. */
  @Woven
  public static DFSOutputStream newStream(
      DFSClient client, String src, HdfsFileStatus status, EnumSet<CreateFlag> flags,
      Progressable progress, DataChecksum checksum, String[] favoredNodes) {
    return new DecoupledOutputStream(
        client, src, status, flags, progress, checksum, favoredNodes);
  }
}
