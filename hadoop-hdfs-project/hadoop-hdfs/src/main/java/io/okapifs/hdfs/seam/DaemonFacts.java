package io.okapifs.hdfs.seam;

import io.okapifs.ec.BuildInfo;
import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.repair.NodeState;
import io.okapifs.hdfs.write.DirectMemory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.util.MBeans;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a daemon is: told in one line of its log, and by a bean. An immutable value. */
record DaemonFacts(String kernel, String whyNotNative, Map<String, String> settings)
    implements BuildMXBean {

  private static final Logger LOG = LoggerFactory.getLogger(DaemonFacts.class);

  /** What a daemon may take of its machine, which is told at its start. */
  private static final List<String> BUDGETS =
      List.of(
          ".memory-bytes", ".group-repair.threads", ".max-concurrent", ".bytes-per-second",
          ".io-share-percent", ".transition.window");

  static DaemonFacts of(Daemon daemon, Configuration conf) {
    Map<String, String> settings = new TreeMap<>(conf.getValByRegex(daemon.settings()));
    if (daemon == Daemon.NAMENODE) {
      return new DaemonFacts("", "", settings);
    }
    NodeState state = NodeState.idle();
    return new DaemonFacts(state.kernel(), state.whyNotNative(), settings);
  }

  /** Logs the line and registers the bean. */
  void tell(Daemon daemon) {
    LOG.info("{}", this);
    MBeans.register(daemon.service(), "Okapi", this);
  }

  @Override
  public String getVersion() {
    return Release.version();
  }

  @Override
  public String getCommit() {
    return BuildInfo.commit();
  }

  @Override
  public String getKernel() {
    return kernel;
  }

  @Override
  public String getWhyNotNative() {
    return whyNotNative;
  }

  @Override
  public long getDirectMemoryBytes() {
    return DirectMemory.limitBytes();
  }

  @Override
  public Map<String, String> getSettings() {
    return settings;
  }

  @Override
  public List<String> getFixesOff() {
    return Stream.of(UpstreamFix.values())
        .map(UpstreamFix::key)
        .filter(key -> "false".equals(settings.get(key)))
        .toList();
  }

  @Override
  public String toString() {
    String budgets =
        settings.entrySet().stream()
            .filter(setting -> BUDGETS.stream().anyMatch(setting.getKey()::endsWith))
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining(", "));
    return "HDFS with decoupled striping: version=" + getVersion() + ", commit=" + getCommit()
        + (kernel.isEmpty() ? "" : ", kernel=" + kernel)
        + (whyNotNative.isEmpty() ? "" : ", why not native=" + whyNotNative)
        + ", directMemoryBytes=" + getDirectMemoryBytes() + ", " + budgets
        + ", fixes switched off=" + getFixesOff();
  }

  /** Which daemon it is. */
  enum Daemon {
    NAMENODE("NameNode", "^dfs\\.namenode\\.ec\\..*"),
    DATANODE("DataNode", "^dfs\\.datanode\\.ec\\..*");

    private final String service;
    private final String settings;

    Daemon(String service, String settings) {
      this.service = service;
      this.settings = settings;
    }

    /** As its beans have it. */
    String service() {
      return service;
    }

    /** A regular expression of the names of its settings. */
    String settings() {
      return settings;
    }
  }
}
