package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.PolicyName;
import java.io.IOException;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import picocli.CommandLine.Option;

/** `hdfs ec -describePolicy -policy NAME[@WIDTH] [-json]`. */
final class DescribePolicyCommand extends EcCommand {

  @Option(names = "-policy", required = true, paramLabel = "<policy>")
  private String policy;

  @Option(names = "-json")
  private boolean json;

  DescribePolicyCommand() {
    super("-describePolicy", "-policy <policy>[@<width>] [-json]", "-policy");
  }

  @Override
  String description() {
    return "Describe a policy that the NameNode knows: how many losses its groups survive whichever"
        + " they are,\nwhat they take in space by file size, and what is read, in how many pieces,"
        + " to rebuild\neach of their blocks. With a stripe width behind its name the space is that"
        + " of files with that\nwidth.\n";
  }

  @Override
  int execute(Configuration conf) throws IOException {
    PolicyName name = PolicyName.parse(policy);
    DistributedFileSystem hdfs = HdfsOnly.of(FileSystem.get(conf));
    ErasureCodingPolicyInfo info = find(hdfs, name.policy());
    if (json) {
      System.out.print(JsonView.render(PolicyReport.of(info)));
      return 0;
    }
    long blockSize = hdfs.getDefaultBlockSize();
    System.out.print(new PolicyDescription(info));
    System.out.println("\nbytes stored per byte of data, blocks of " + SpaceTable.size(blockSize));
    System.out.print(SpaceTable.of(info.getPolicy(), name.stripeWidth(), blockSize));
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
