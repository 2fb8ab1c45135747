package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CheckStopResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CheckStopResponseProto.SumProto;
import io.okapifs.hdfs.transition.TransitionClient;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `hdfs ec -okToStop NODE...`, for scripts that restart or replace nodes. */
final class OkToStopCommand extends EcCommand {

  /** All can be read, and some could lose nothing more. */
  static final int AT_RISK = 3;

  /** Some could not be read. */
  static final int UNREADABLE = 4;

  @Parameters(arity = "1..*", paramLabel = "<node>")
  private List<String> nodes;

  @Option(names = "-json")
  private boolean json;

  OkToStopCommand() {
    super("-okToStop", "<node> ... [-json]", NO_WORD);
  }

  /**
   * As it is printed; its components are the keys of the JSON view.
   *
   * @param nodes as they were given
   * @param sums by kind
   * @param unreadablePaths of some files
   */
  record StopReport(List<String> nodes, List<Kind> sums, List<String> unreadablePaths) {

    /** Of one kind: what has members or replicas on the nodes. */
    record Kind(String what, long lookedAt, long unreadable, long atRisk) {}

    static StopReport of(List<String> nodes, CheckStopResponseProto answer) {
      return new StopReport(
          List.copyOf(nodes), answer.getSumList().stream().map(StopReport::kind).toList(),
          List.copyOf(answer.getUnreadablePathList()));
    }

    private static Kind kind(SumProto sum) {
      return new Kind(sum.getWhat(), sum.getLookedAt(), sum.getUnreadable(), sum.getAtRisk());
    }

    int exitCode() {
      if (sums.stream().anyMatch(sum -> sum.unreadable() > 0)) {
        return UNREADABLE;
      }
      return sums.stream().anyMatch(sum -> sum.atRisk() > 0) ? AT_RISK : 0;
    }
  }

  @Override
  String description() {
    return "Say whether DataNodes may stop at the same time: of all that has blocks on them, how"
        + " much could not\nbe read, and how much could lose nothing more. A node is a host name"
        + " or an address, or either with\nits port of transfers. Ends with 0 if neither, 3 if some"
        + " could lose nothing more, 4 if some could\nnot be read. What is being written is left"
        + " to its writer. The superuser's.\n";
  }

  @Override
  int execute(Configuration conf) throws IOException {
    try (TransitionClient client = new TransitionClient(HdfsOnly.of(FileSystem.get(conf)))) {
      StopReport report = StopReport.of(nodes, client.checkStop(nodes));
      System.out.print(json ? JsonView.render(report) : text(report));
      return report.exitCode();
    }
  }

  private static String text(StopReport report) {
    StringBuilder text = new StringBuilder();
    for (StopReport.Kind kind : report.sums()) {
      text.append(
          "%s: %d have blocks there, %d could not be read, %d could lose nothing more%n"
              .formatted(kind.what(), kind.lookedAt(), kind.unreadable(), kind.atRisk()));
    }
    report.unreadablePaths().forEach(path -> text.append("could not be read: " + path + "\n"));
    return text.toString();
  }
}
