package io.okapifs.hdfs.tools;

import java.util.List;
import java.util.Optional;

/** `hdfs ec -getPolicy` where it is well formed; upstream speaks about the other cases. */
final class GetPolicyArguments {

  static final String COMMAND = "-getPolicy";

  private GetPolicyArguments() {}

  /** The path, unless something is wrong with the arguments. */
  static Optional<String> find(List<String> args) {
    boolean wellFormed = args.size() == 2 && args.get(0).equals("-path");
    return wellFormed ? Optional.of(args.get(1)) : Optional.empty();
  }
}
