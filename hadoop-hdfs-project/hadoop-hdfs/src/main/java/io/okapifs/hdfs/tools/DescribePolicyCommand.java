package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.PolicyName;
import java.io.IOException;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import picocli.CommandLine.Parameters;

/** `hdfs ec -describePolicy NAME`. */
final class DescribePolicyCommand extends EcCommand {

  @Parameters(paramLabel = "<policy>")
  private String policy;

  DescribePolicyCommand() {
    super("-describePolicy", "<policy>");
  }

  @Override
  String description() {
    return "Describe a policy that the NameNode knows: how many losses its groups survive whichever"
        + " they are,\nwhat they take in space, and what is read, in how many pieces, to rebuild"
        + " each of their blocks.\n";
  }

  @Override
  int execute(Configuration conf) throws IOException {
    String name = PolicyName.parse(policy).policy();
    System.out.print(new PolicyDescription(find(HdfsOnly.of(FileSystem.get(conf)), name)));
    return 0;
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
