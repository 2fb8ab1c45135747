package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.PolicyName;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/** `hdfs ec -getPolicy` where there is a stripe width; upstream speaks about the other cases. */
final class GetPolicyCommand {

  static final String NAME = "-getPolicy";

  private GetPolicyCommand() {}

  static int run(
      Configuration conf, String[] args, List<String> rest, EcCommands.Upstream upstream)
      throws Exception {
    Optional<PolicyName> policy =
        path(rest).flatMap(path -> policyOf(conf, path)).filter(PolicyName::isDecoupled);
    if (policy.isEmpty()) {
      return upstream.run(args);
    }
    System.out.println(policy.get().policy());
    System.out.println("Stripe width: " + policy.get().stripeWidth());
    return 0;
  }

  /** The path, unless something is wrong with the arguments. */
  private static Optional<String> path(List<String> args) {
    boolean wellFormed = args.size() == 2 && args.get(0).equals("-path");
    return wellFormed ? Optional.of(args.get(1)) : Optional.empty();
  }

  /** Empty where there is no policy, or where upstream shall say what is wrong. */
  static Optional<PolicyName> policyOf(Configuration conf, String text) {
    try {
      Path path = new Path(text);
      FileSystem files = FileSystem.get(path.toUri(), conf);
      if (!(files instanceof DistributedFileSystem hdfs)) {
        return Optional.empty();
      }
      ErasureCodingPolicy policy = hdfs.getErasureCodingPolicy(path);
      return policy == null
          ? Optional.empty()
          : Optional.of(PolicyName.parse(policy.getName()));
    } catch (IOException | IllegalArgumentException e) {
      // Upstream asks again and reports the error in its own words.
      return Optional.empty();
    }
  }
}
