package io.okapifs.hdfs.tools;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.util.ECPolicyLoader;

/**
 * `hdfs ec -addPolicies` around upstream's: a file may be named as the shell does, and a policy
 * that was not added is a failure.
 */
final class AddPoliciesCommand {

  static final String NAME = "-addPolicies";
  private static final String FILE = "-policyFile";

  private AddPoliciesCommand() {}

  static int run(
      Configuration conf, String[] args, List<String> rest, EcCommands.Upstream upstream)
      throws Exception {
    int place = rest.indexOf(FILE) + 1;
    if (place == 0 || place == rest.size() || !new File(rest.get(place)).isFile()) {
      return upstream.run(args);
    }
    String file = new File(rest.get(place)).getAbsolutePath();
    List<String> absolute = new ArrayList<>(List.of(args));
    absolute.set(place + 1, file);
    int exitCode = upstream.run(absolute.toArray(String[]::new));
    if (exitCode != 0) {
      return exitCode;
    }
    List<String> missing = missing(conf, new ECPolicyLoader().loadPolicy(file));
    if (missing.isEmpty()) {
      return 0;
    }
    System.err.println(NAME + ": not added: " + String.join(", ", missing));
    return EcCommands.FAILED;
  }

  /** Names of policies that the NameNode does not have. */
  private static List<String> missing(Configuration conf, List<ErasureCodingPolicy> asked)
      throws IOException {
    DistributedFileSystem hdfs = HdfsOnly.of(FileSystem.get(conf));
    Set<String> known =
        Stream.of(hdfs.getClient().getErasureCodingPolicies())
            .map(info -> info.getPolicy().getName())
            .collect(Collectors.toSet());
    return asked.stream()
        .map(policy -> ErasureCodingPolicy.composePolicyName(
            policy.getSchema(), policy.getCellSize()))
        .filter(name -> !known.contains(name))
        .toList();
  }
}
