package io.okapifs.hdfs.conf;

import io.okapifs.Woven;
import io.okapifs.ec.BuildInfo;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log of a daemon that neither stores nor places blocks, as a JournalNode, which
 * version it is. NameNode and DataNode say more by themselves. Any thread may call it.
 */
public final class StartLine {

  private static final Logger LOG = LoggerFactory.getLogger(StartLine.class);

  /** As commands of `hdfs`. */
  private static final List<String> DAEMONS =
      List.of(
          "journalnode", "secondarynamenode", "zkfc", "balancer", "mover", "sps", "dfsrouter",
          "httpfs", "nfs3");

  private StartLine() {}

  /** Called once, when the process reads its settings. */
  @Woven
  public static void log() {
    line(property -> System.getProperty(property) != null).ifPresent(LOG::info);
  }

  /**
   * @param isSet of system properties: the scripts of Hadoop, and ours, set one for the command
   */
  static Optional<String> line(Predicate<String> isSet) {
    return DAEMONS.stream()
        .filter(daemon -> isSet.test("proc_" + daemon))
        .findFirst()
        .map(
            daemon -> "HDFS with decoupled striping: daemon=" + daemon + ", version="
                + BuildInfo.version() + ", commit=" + BuildInfo.commit());
  }
}
