package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.transition.TransitionClient;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import picocli.CommandLine.Option;

/** `hdfs ec -repairStats [-json]`. */
final class RepairStatsCommand extends EcCommand {

  @Option(names = "-json")
  private boolean json;

  RepairStatsCommand() {
    super("-repairStats", "[-json]", NO_WORD);
  }

  @Override
  String description() {
    return "Print what the repairs of the groups of each policy have cost, summed over what"
        + " DataNodes have told\nthe NameNode since it was started: blocks read per block rebuilt,"
        + " runs, positionings, time and spooled\nbytes.\n";
  }

  @Override
  int execute(Configuration conf) throws IOException {
    try (TransitionClient client = new TransitionClient(HdfsOnly.of(FileSystem.get(conf)))) {
      Map<String, Map<String, Long>> sums = client.repairStats();
      System.out.print(
          json ? JsonView.render(RepairSums.RepairReport.of(sums)) : RepairSums.toText(sums));
      return 0;
    }
  }
}
