package io.okapifs.hdfs.tools;

import java.util.Set;

/** The sub-commands of `hdfs ec` in Hadoop 3.3.6, beside those that know a stripe width. */
final class UpstreamCommands {

  static final Set<String> NAMES =
      Set.of(
          "-listPolicies", "-addPolicies", "-removePolicy", "-unsetPolicy", "-listCodecs",
          "-enablePolicy", "-disablePolicy", "-verifyClusterSetup");

  private UpstreamCommands() {}
}
