package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.transition.TransitionClient;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** `hdfs ec -repairStats`. */
final class RepairStatsCommand extends EcCommand {

  RepairStatsCommand() {
    super("-repairStats", "");
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
      System.out.print(RepairSums.toText(client.repairStats()));
      return 0;
    }
  }
}
