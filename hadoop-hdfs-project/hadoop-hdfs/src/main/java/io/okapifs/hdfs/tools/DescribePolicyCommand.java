package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.PolicyName;
import java.io.IOException;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;

/** Runs `hdfs ec -describePolicy`. */
final class DescribePolicyCommand {

  private DescribePolicyCommand() {}

  /** Prints the description on standard output, or one sentence on standard error. */
  static int run(Configuration conf, DescribePolicyArguments arguments) {
    try {
      String name = PolicyName.parse(arguments.policy()).policy();
      System.out.print(new PolicyDescription(find(HdfsOnly.of(FileSystem.get(conf)), name)));
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      System.err.println(DescribePolicyArguments.COMMAND + ": " + Failures.firstLine(e));
      return EcCommands.FAILED;
    }
  }

  /**
   * The policy of a name without a stripe width.
   *
   * @throws IOException where there is none
   */
  static ErasureCodingPolicyInfo find(DistributedFileSystem hdfs, String name)
      throws IOException {
    return Stream.of(hdfs.getClient().getErasureCodingPolicies())
        .filter(info -> info.getPolicy().getName().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IOException(
                "the NameNode knows no policy " + name + "; -listPolicies lists all, and"
                    + " -addPolicies adds those of a file"));
  }
}
