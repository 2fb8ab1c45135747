package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.protocol.AddErasureCodingPolicyResponse;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyState;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** `hdfs ec -addPolicy`: one policy by its numbers, where `-addPolicies` wants a file of XML. */
final class AddPolicyCommand extends EcCommand {

  private static final int CELL_UNIT_BYTES = 1024;

  @Option(names = "-codec", required = true)
  private String codec;

  @Option(names = "-k", required = true)
  private int k;

  @Option(names = "-r", required = true)
  private int r;

  @Option(names = "-cellSize")
  private String cellSize = "1m";

  @Option(names = "-dryRun")
  private boolean dryRun;

  @Option(names = "-json")
  private boolean json;

  private int cellBytes;

  AddPolicyCommand() {
    super(
        "-addPolicy", "-codec <codec> -k <data blocks> -r <parity blocks> [-cellSize <size>]"
            + " [-dryRun] [-json]",
        NO_WORD);
  }

  @Override
  String description() {
    return "Add a policy; -enablePolicy enables it. -listCodecs lists codecs. The cell size is 1m"
        + " by default, and a\nmultiple of 1k. With -dryRun the policy is described, and nothing is"
        + " added.\n";
  }

  @Override
  void check(CommandLine line) {
    long bytes;
    try {
      bytes = TraditionalBinaryPrefix.string2long(cellSize);
    } catch (IllegalArgumentException e) {
      bytes = 0;
    }
    if (bytes <= 0 || bytes > Integer.MAX_VALUE || bytes % CELL_UNIT_BYTES != 0) {
      throw new ParameterException(
          line, "-cellSize must be like 64k or 1m, whole k and below 2g, not '" + cellSize + "'");
    }
    if (k < 1 || r < 1) {
      throw new ParameterException(
          line, "a group has at least one data and one parity block, not -k " + k + " -r " + r);
    }
    cellBytes = (int) bytes;
  }

  @Override
  int execute(Configuration conf) throws IOException {
    ErasureCodingPolicy policy = new ErasureCodingPolicy(new ECSchema(codec, k, r), cellBytes);
    if (dryRun) {
      PolicyCodecs.checkAdded(policy);
      print(policy, new PolicyDescription(disabled(policy)).toString());
      return 0;
    }
    AddErasureCodingPolicyResponse answer =
        HdfsOnly.of(FileSystem.get(conf))
            .addErasureCodingPolicies(new ErasureCodingPolicy[] {policy})[0];
    if (!answer.isSucceed()) {
      throw new IOException(answer.getErrorMsg());
    }
    String name = answer.getPolicy().getName();
    print(
        answer.getPolicy(),
        "Added " + name + "; 'hdfs ec -enablePolicy -policy " + name + "' enables it\n");
    return 0;
  }

  private void print(ErasureCodingPolicy policy, String text) throws IOException {
    System.out.print(json ? JsonView.render(PolicyReport.of(disabled(policy))) : text);
  }

  private static ErasureCodingPolicyInfo disabled(ErasureCodingPolicy policy) {
    return new ErasureCodingPolicyInfo(policy, ErasureCodingPolicyState.DISABLED);
  }
}
