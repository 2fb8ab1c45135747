package io.okapifs.hdfs.tools;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** `hdfs ec -repairStats`. */
@Command(name = RepairStatsArguments.COMMAND)
final class RepairStatsArguments {

  static final String COMMAND = "-repairStats";
  static final String SYNOPSIS = COMMAND;

  private RepairStatsArguments() {}

  /**
   * @param args what stands behind the sub-command
   * @throws CommandLine.ParameterException where there is anything
   */
  static RepairStatsArguments parse(List<String> args) {
    RepairStatsArguments parsed = new RepairStatsArguments();
    new CommandLine(parsed).parseArgs(args.toArray(String[]::new));
    return parsed;
  }

  static String usage() {
    return "[" + SYNOPSIS + "]\n\n"
        + "Print what the repairs of the groups of each policy have cost, summed over the live"
        + " DataNodes since\neach of them was started: blocks read per block rebuilt, runs,"
        + " positionings, time and spooled bytes.\nExit code 2 where a DataNode does not answer.\n";
  }
}
