package io.okapifs.bench.dfsperf;

import io.okapifs.bench.dfsperf.cluster.Assignment;
import io.okapifs.bench.dfsperf.cluster.Folders;
import io.okapifs.bench.dfsperf.cluster.HdfsRedundancy;
import io.okapifs.bench.dfsperf.cluster.Master;
import io.okapifs.bench.dfsperf.cluster.SlaveMain;
import io.okapifs.bench.dfsperf.config.Environment;
import io.okapifs.bench.dfsperf.config.Slave;
import io.okapifs.bench.dfsperf.config.SuiteConfig;
import io.okapifs.bench.dfsperf.config.SuiteFile;
import io.okapifs.bench.dfsperf.fault.Fault;
import io.okapifs.bench.dfsperf.fault.FaultPlan;
import io.okapifs.bench.dfsperf.launch.Launcher;
import io.okapifs.bench.dfsperf.suite.Needs;
import io.okapifs.bench.dfsperf.suite.Suite;
import io.okapifs.bench.dfsperf.suite.Suites;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a suite: folders, master, slaves, report. */
@Command(
    name = "dfs-perf",
    description = "Measures a file system with threads of many processes, as DFS-Perf does.",
    mixinStandardHelpOptions = true)
final class RunSuite implements Callable<Integer> {

  private static final int FAILED = 1;
  private static final String LOOPBACK = "127.0.0.1";
  private static final String LOCAL = "localhost";

  @Parameters(paramLabel = "SUITE", description = "SimpleWrite, SimpleRead, SkipRead, Metadata,"
      + " Mixture, Iterate, Massive, RandomRead, DegradedRead, Repair or Transition.")
  private String name;

  @Option(
      names = "--fs",
      description = "The file system, as any of Hadoop's (default: DFS_PERF_DFS_ADDRESS, else a"
          + " small HDFS of its own).")
  private String address;

  @Option(names = "--workspace", description = "Folder on it (default: DFS_PERF_WORKSPACE, else"
      + " /tmp/dfs-perf-workspace).")
  private String workspace;

  @Option(names = "--out", description = "Folder for reports (default: DFS_PERF_OUT_DIR, else"
      + " result).")
  private Path out;

  @Option(
      names = "--conf",
      description = "Folder with testsuite/SUITE.xml and slaves, as the original has them.")
  private Path conf;

  @Option(names = "--set", description = "A key of the suite, instead of the file's: KEY=VALUE.")
  private Map<String, String> keys = new LinkedHashMap<>();

  @Option(names = "--slaves", description = "A file with a node on each line (default: that of"
      + " --conf, else this machine).")
  private Path slaveFile;

  @Option(names = "--processes", description = "So many slaves on this machine, without a file.")
  private int processes = 1;

  @Option(names = "--threads", description = "Of each slave (default: DFS_PERF_THREADS_NUM, else"
      + " 4).")
  private int threads;

  @Option(
      names = "--launcher",
      description = "How slaves are started: ${COMPLETION-CANDIDATES} (default: LOCAL).")
  private Launcher.Way way = Launcher.Way.LOCAL;

  @Option(
      names = "--remote",
      description = "With --launcher ssh: this command, as it is called there (default: that of"
          + " this machine).")
  private String remote;

  @Option(
      names = "--master",
      description = "The address at which slaves reach this machine (default:"
          + " DFS_PERF_MASTER_HOSTNAME, else the loopback).")
  private String master;

  @Option(names = "--nodes", description = "DataNodes of the HDFS of its own (default:"
      + " ${DEFAULT-VALUE}).")
  private int nodes = 9;

  @Option(
      names = "--repetitions",
      description = "So often, one after the other: bench compare wants several (default:"
          + " ${DEFAULT-VALUE}). Reports are of the last one.")
  private int repetitions = 1;

  @Option(
      names = "--fault",
      description = "What happens to the HDFS of its own, and when: 3s:kill:2, 500MiB:stop:0,"
          + " 1000ops:slow:1, 9s:resume:0, 9s:lose:3.")
  private List<String> faults = List.of();

  @Option(names = "-D", description = "A setting of Hadoop: KEY=VALUE.")
  private Map<String, String> hadoop = new LinkedHashMap<>();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter text = spec.commandLine().getOut();
    Environment environment = Environment.of(System.getProperties(), System.getenv());
    Suite suite = Suites.byName(name);
    SuiteConfig config = SuiteConfig.of(name, suite.keys(), asked());
    config.warnings().forEach(text::println);
    List<Slave> slaves = slaves();
    String folder = workspace != null ? workspace : environment.workspace();
    Optional<String> uri = Optional.ofNullable(address).or(environment::address);
    List<Fault> plan = faults(uri, suite.needs(config), text);
    try (OwnCluster cluster =
        uri.isPresent()
            ? null
            : new OwnCluster(nodes, suite.needs(config).repairs(), hadoop, text)) {
      String fs = cluster == null ? uri.get() : cluster.address();
      Assignment assignment =
          new Assignment(
              name, config.values(), fs, folder, threads > 0 ? threads : environment.threads(),
              hadoop);
      Report report = new Report(suite, assignment, slaves);
      int exit = 0;
      for (int i = 0; i < repetitions; i++) {
        try (FaultPlan happening =
            new FaultPlan(plan, cluster == null ? null : cluster.bed(), text)) {
          exit |= run(suite, config, slaves, assignment, environment, happening, report, text);
          if (i < repetitions - 1) {
            happening.undo();
          }
        }
      }
      return exit;
    }
  }

  /** Those that were asked for, behind those that the suite needs. */
  private List<Fault> faults(Optional<String> uri, Needs needs, PrintWriter text) {
    List<Fault> plan = new ArrayList<>();
    if (uri.isPresent()) {
      if (!faults.isEmpty()) {
        throw new IllegalArgumentException(
            "--fault is for the HDFS of its own, not for " + uri.get());
      }
      if (needs.lostNodes() > 0) {
        text.println(
            name + " waits for a DataNode of " + uri.get() + " to be lost once all threads run.");
      }
      return plan;
    }
    if (needs.lostNodes() >= nodes) {
      throw new IllegalArgumentException(
          "a DataNode must be left: lost.nodes=" + needs.lostNodes() + ", --nodes " + nodes);
    }
    for (int node = 0; node < needs.lostNodes(); node++) {
      plan.add(Fault.parse("0s:lose:" + node, nodes));
    }
    faults.forEach(fault -> plan.add(Fault.parse(fault, nodes)));
    return plan;
  }

  private Map<String, String> asked() throws IOException {
    Map<String, String> asked = new LinkedHashMap<>();
    if (conf != null) {
      Path file = conf.resolve("testsuite").resolve(name + ".xml");
      if (!Files.exists(file)) {
        throw new IllegalArgumentException("the suite has no file there: file=" + file);
      }
      asked.putAll(SuiteFile.read(file));
    }
    asked.putAll(keys);
    return asked;
  }

  private List<Slave> slaves() throws IOException {
    if (processes < 1 || repetitions < 1) {
      throw new IllegalArgumentException(
          "--processes is at least 1, not " + processes + ", and --repetitions, not "
              + repetitions);
    }
    Path file =
        slaveFile == null && conf != null && Files.exists(conf.resolve("slaves"))
            ? conf.resolve("slaves")
            : slaveFile;
    return file != null
        ? Slave.read(file)
        : Slave.numbered(Collections.nCopies(processes, LOCAL));
  }

  private int run(
      Suite suite, SuiteConfig config, List<Slave> slaves, Assignment assignment,
      Environment environment, FaultPlan happening, Report report, PrintWriter text)
      throws Exception {
    Configuration settings = new Configuration();
    hadoop.forEach(settings::set);
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path(assignment.workspace());
    String host = master != null ? master : environment.masterHost().orElse(LOOPBACK);
    int port = master == null && environment.masterHost().isEmpty() ? 0 : environment.masterPort();
    try (FileSystem fs = FileSystem.newInstance(URI.create(assignment.address()), settings);
        Master listening = new Master(slaves, assignment, environment, host, port, text);
        Launcher launcher = new Launcher(way, command())) {
      if (suite.needs(config).hdfs() && !HdfsRedundancy.isOf(fs)) {
        text.println("Skipped: " + suite.name() + ", which needs HDFS: fs=" + fs.getUri());
        return 0;
      }
      Folders folders = new Folders(fs, folder, suite);
      folders.make(slaves, config, text);
      text.println(
          suite.name() + " on " + assignment.address() + folder + ", master at "
              + listening.address().getAddress().getHostAddress() + ":"
              + listening.address().getPort());
      for (Slave slave : slaves) {
        launcher.start(slave, listening.address());
      }
      listening.await(launcher::ended, happening::look);
      happening.notDue().forEach(fault -> text.println("Fault that was not due: " + fault));
      report.write(listening, out != null ? out : Path.of(environment.outFolder()), text);
      folders.clean();
      return listening.failures().isEmpty() ? 0 : FAILED;
    }
  }

  private List<String> command() {
    return way == Launcher.Way.SSH && remote != null
        ? List.of(remote, "--slave")
        : Launcher.java(SlaveMain.class);
  }
}
