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
      System.out.print(new PolicyDescription(find(conf, name)));
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      System.err.println(DescribePolicyArguments.COMMAND + ": " + Failures.firstLine(e));
      return EcCommands.FAILED;
    }
  }

  private static ErasureCodingPolicyInfo find(Configuration conf, String name)
      throws IOException {
    DistributedFileSystem hdfs = HdfsOnly.of(FileSystem.get(conf));
    return Stream.of(hdfs.getClient().getErasureCodingPolicies())
        .filter(info -> info.getPolicy().getName().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IOException(
                "the NameNode knows no policy " + name + "; -listPolicies lists all, and"
                    + " -addPolicies adds those of a file"));
  }
}
