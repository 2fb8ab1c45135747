package io.okapifs.hdfs.verify;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;

/** Verifies groups of one policy, one after the other. Used by one thread. */
final class GroupVerifier {

  private final DFSClient client;
  private final Configuration conf;
  private final BadReplicas badReplicas;
  private final GroupWindow window;

  /**
   * @throws io.okapifs.ec.code.UnsupportedCodeException where this program has no such code
   */
  GroupVerifier(
      DFSClient client, Configuration conf, BadReplicas badReplicas, VerifiedFile file) {
    this.client = client;
    this.conf = conf;
    this.badReplicas = badReplicas;
    this.window = new GroupWindow(file.policy().code());
  }

  /** Verifies one group; what is wrong with it is told, to the user and to the NameNode. */
  void verify(VerifiedFile file, long group, FileRun told) throws IOException {
    try (GroupComparison comparison =
        new GroupComparison(client, conf, file, file.locate(group), window, told)) {
      try {
        comparison.read();
      } catch (IOException | RuntimeException e) {
        String why = "; not reported, as the group was not read to its end";
        comparison.findings().forEach(
            finding -> told.finding(finding, finding.replica() == null ? "" : why));
        throw e;
      }
      badReplicas.settle(comparison, told);
    }
  }
}
