package io.okapifs.hdfs.tools;

import io.okapifs.ec.BuildInfo;
import io.okapifs.ec.kernel.Kernels;
import org.apache.hadoop.util.VersionInfo;

/** {@code hdfs version}: what Hadoop says of itself, and a paragraph about what is added to it. */
public final class VersionCommand {

  private VersionCommand() {}

  /** Prints both. */
  public static void main(String[] args) {
    VersionInfo.main(args);
    System.out.println();
    System.out.print(paragraph());
  }

  static String paragraph() {
    return "HDFS with decoupled striping " + BuildInfo.version() + "\n"
        + "Built from commit " + BuildInfo.commit() + "\n"
        + "Kernels on this machine, fastest first: " + String.join(", ", Kernels.names())
        + Kernels.whyNotNative().map(why -> " (no native one: " + why + ")").orElse("") + "\n";
  }
}
