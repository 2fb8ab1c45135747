package io.okapifs.bench;

import io.okapifs.bench.scenario.BackFill;
import io.okapifs.bench.scenario.CalculatedTables;
import io.okapifs.bench.scenario.Codes;
import io.okapifs.bench.scenario.Compare;
import io.okapifs.bench.scenario.DegradedRead;
import io.okapifs.bench.scenario.Libraries;
import io.okapifs.bench.scenario.NameNodeHeap;
import io.okapifs.bench.scenario.NameNodeScale;
import io.okapifs.bench.scenario.NodeRecoveryTime;
import io.okapifs.bench.scenario.Paper;
import io.okapifs.bench.scenario.Profile;
import io.okapifs.bench.scenario.Reads;
import io.okapifs.bench.scenario.RedundancyScan;
import io.okapifs.bench.scenario.RepairIo;
import io.okapifs.bench.scenario.RepairTime;
import io.okapifs.bench.scenario.Simulate;
import io.okapifs.bench.scenario.StockPath;
import io.okapifs.bench.scenario.StreamMemory;
import io.okapifs.bench.scenario.StripeThroughput;
import io.okapifs.bench.scenario.TransitionHeap;
import io.okapifs.bench.scenario.TransitionIo;
import io.okapifs.bench.scenario.TransitionMany;
import io.okapifs.bench.scenario.TransitionShare;
import io.okapifs.bench.scenario.Workload;
import io.okapifs.bench.scenario.WriteLatency;
import io.okapifs.ec.BuildInfo;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the benchmarks; a scenario is a class and a line here. */
@Command(
    name = "bench",
    description = "What decoupled files and codes cost, beside HDFS and ISA-L as they are.",
    mixinStandardHelpOptions = true,
    subcommands = {
      Workload.class,
      Paper.class,
      Compare.class,
      StripeThroughput.class,
      WriteLatency.class,
      StreamMemory.class,
      NameNodeHeap.class,
      NameNodeScale.class,
      NodeRecoveryTime.class,
      RedundancyScan.class,
      BackFill.class,
      Reads.class,
      DegradedRead.class,
      RepairIo.class,
      RepairTime.class,
      TransitionHeap.class,
      TransitionIo.class,
      TransitionMany.class,
      TransitionShare.class,
      StockPath.class,
      Profile.class,
      CalculatedTables.class,
      Codes.class,
      Libraries.class,
      Simulate.class
    })
public final class Bench {

  private static final int FAILED = 1;

  private Bench() {}

  /** Runs a command, without one the canonical workload; returns its exit code. */
  public static int run(String... args) {
    return commandLine().execute(args.length == 0 ? new String[] {"workload"} : args);
  }

  static CommandLine commandLine() {
    CommandLine bench = new CommandLine(new Bench());
    String version = "bench " + BuildInfo.version() + ", commit " + BuildInfo.commit();
    bench.getCommandSpec().version(version);
    bench.getSubcommands().values().forEach(each -> each.getCommandSpec().version(version));
    return bench.setExecutionExceptionHandler(
        (e, commandLine, parsed) -> {
          commandLine.getErr().println("bench: " + e.getMessage());
          if (!(e instanceof IllegalArgumentException)) {
            e.printStackTrace(commandLine.getErr());
          }
          return FAILED;
        });
  }

  public static void main(String[] args) {
    System.exit(run(args));
  }
}
