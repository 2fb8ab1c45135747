package io.okapifs.hdfs.tools;

import io.okapifs.ec.analysis.Durability;
import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.tools.AdvisedFiles.Form;
import io.okapifs.hdfs.tools.trace.ParquetReads;
import io.okapifs.hdfs.tools.trace.SparkEventLog;
import io.okapifs.hdfs.trace.TracedRead;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** `hdfs ec -advise ...`. Lists files and policies, reads Parquet footers; -check writes files. */
final class AdviseCommand extends EcCommand {

  @Option(names = "-trace", paramLabel = "<file>")
  private java.nio.file.Path trace;

  @Option(names = "-eventlog", paramLabel = "<file>")
  private java.nio.file.Path eventLog;

  @Option(names = "-parquet", paramLabel = "<path>")
  private String parquet;

  @Option(names = "-columns", paramLabel = "<names>", split = ",")
  private Set<String> columns = Set.of();

  @Option(names = "-path", paramLabel = "<path>")
  private String path;

  @Option(names = "-policy", paramLabel = "<policy>")
  private String policy;

  @Option(names = "-blockSize", paramLabel = "<size>", converter = Size.class)
  private Long blockSize;

  @Option(names = "-mttf", paramLabel = "<hours>")
  private double mttfHours = 1_000_000;

  @Option(names = "-mttr", paramLabel = "<hours>")
  private double mttrHours = 24;

  @Option(names = "-check", paramLabel = "<directory>")
  private String scratch;

  @Option(names = "-json")
  private boolean json;

  AdviseCommand() {
    super(
        "-advise",
        "[-trace <file> | -eventlog <file> | -parquet <path> [-columns <names>]] [-path <path>]"
            + " [-policy <policy>[@<width>]] [-blockSize <size>] [-mttf <hours>] [-mttr <hours>]"
            + " [-check <directory>] [-json]",
        "-path");
  }

  @Override
  String description() {
    return "Advise a stripe width, and show what policies keep and cost. A trace is a local file of"
        + " reads: the\nfirst line is '" + TracedRead.HEADER + "', each other one has time in ms,"
        + " path, file length, offset\nand length, with tabs between them. The width is the number"
        + " of blocks that the median read fills.\nIt is a clear gain if it saves at least "
        + AdviceText.percent(Adviser.CLEAR_GAIN) + " of today's positionings per read, by the"
        + " planner of\nour client. Today's form is that of -policy, else the one that most data in"
        + " and below the path has,\nelse the default policy. Files are small where the median one"
        + " takes three bytes per byte or more,\nas three replicas do. Without a trace files alone"
        + " are judged; with both, reads of other paths are\nleft out. -mttf (1000000) and -mttr"
        + " (24) are the mean hours until a block is lost and of a repair\nthat reads k blocks.\n\n"
        + "-eventlog is a local event log of Spark, of JSON and not compressed, and wants -path."
        + " Each task\nthat read records is one read of as many bytes, from the start of a file:"
        + " the log tells no files and\nno offsets, and of columnar formats a task makes several"
        + " shorter reads. Queries that scan nothing in\nor below the path are left out. -parquet"
        + " takes the footers of one file, or of all below a path\nwhose names end in .parquet, at"
        + " most " + ParquetReads.MOST_FILES + ": each row group is read once, whole or, with"
        + "\n-columns a,b.c, those columns of it; what lies side by side is one read. A path of"
        + " HDFS is that of\n-path as well where none is given; file:///F is a local one.\n\n"
        + "-check measures on the live cluster, beside its load: it writes a test file of today's"
        + " form and one\nof the advised form into a new folder of the directory, as long as the"
        + " longest file that is read\nand at most " + SpaceTable.size(ReadCheck.MOST_BYTES)
        + ", makes at most " + ReadCheck.MOST_READS + " of the reads of both by turns, one at a"
        + " time, and deletes\nthe folder. DataNodes are asked to keep nothing in memory; what"
        + " they keep all the same is read\nfrom there. Nothing is"
        + " measured where the advised form is today's.\n";
  }

  @Override
  void check(CommandLine line) {
    long traces = Stream.of(trace, eventLog, parquet).filter(Objects::nonNull).count();
    if (traces > 1) {
      throw new ParameterException(line, "one of -trace, -eventlog and -parquet");
    }
    if (traces == 0 && path == null) {
      throw new ParameterException(line, "give -trace <file>, -path <path> or both");
    }
    if (eventLog != null && path == null) {
      throw new ParameterException(
          line, "an event log knows no files: -path names those that the application read");
    }
    if (scratch != null && traces == 0) {
      throw new ParameterException(line, "-check makes reads: give a trace of them");
    }
    if (!columns.isEmpty() && parquet == null) {
      throw new ParameterException(line, "-columns is of -parquet");
    }
  }

  @Override
  int execute(Configuration conf) throws IOException {
    Durability durability = new Durability(mttfHours, mttrHours);
    List<TracedRead> reads;
    DistributedFileSystem hdfs;
    AdvisedFiles files;
    if (path == null && !isParquetOfHdfs(conf)) {
      hdfs = HdfsOnly.of(FileSystem.get(conf));
      reads = reads(conf, List.of());
      files = AdvisedFiles.of(Adviser.filesOf(reads));
    } else {
      Targets targets = Targets.of(conf, path == null ? parquet : path);
      List<String> tops = targets.names();
      hdfs = targets.hdfs();
      reads = below(tops, reads(conf, tops));
      files = AdvisedFiles.below(targets);
    }
    Adviser adviser = adviser(hdfs, files.most());
    List<String> racks = PolicyWarnings.racks(hdfs);
    Advice advice =
        adviser.advise(
            reads, files.lengths(), files.forms(),
            PolicyCandidates.of(
                hdfs.getClient().getErasureCodingPolicies(), racks, durability,
                adviser.transitions(files.lengths(), hdfs.getConf(), racks)::to));
    if (scratch != null && !advice.advised().form().equals(advice.today())) {
      Path directory = hdfs.makeQualified(new Path(scratch));
      advice =
          advice.with(ReadCheck.run(directory, conf, forms(advice), advice.blockSize(), reads));
    }
    System.out.print(json ? JsonView.render(advice) : AdviceText.of(advice));
    return 0;
  }

  private static List<String> forms(Advice advice) {
    return List.of(advice.today(), advice.advised().form());
  }

  private List<TracedRead> reads(Configuration conf, List<String> tops) throws IOException {
    if (eventLog != null) {
      return SparkEventLog.of(eventLog, tops);
    }
    if (parquet != null) {
      return ParquetReads.of(conf, new Path(parquet), columns);
    }
    return trace == null ? List.of() : ReadTrace.of(trace);
  }

  private boolean isParquetOfHdfs(Configuration conf) throws IOException {
    return parquet != null
        && new Path(parquet).getFileSystem(conf) instanceof DistributedFileSystem;
  }

  private List<TracedRead> below(List<String> tops, List<TracedRead> reads) throws IOException {
    List<TracedRead> kept =
        reads.stream()
            .filter(
                read ->
                    tops.stream().anyMatch(top -> DFSUtil.isParentEntry(read.path(), top)))
            .toList();
    if (kept.isEmpty() && !reads.isEmpty()) {
      throw new IOException(
          "none of the " + reads.size() + " reads of " + (trace == null ? parquet : trace)
              + " is of a file in or below " + path + "; the first one is of "
              + reads.get(0).path());
    }
    return kept;
  }

  private Adviser adviser(DistributedFileSystem hdfs, Optional<Form> most) throws IOException {
    PolicyName today =
        policy != null
            ? PolicyName.parse(policy)
            : most.map(Form::name).orElseGet(() -> defaultPolicy(hdfs.getConf()));
    ErasureCodingPolicy base = DescribePolicyCommand.find(hdfs, today.policy()).getPolicy();
    long size =
        blockSize != null
            ? blockSize
            : most.map(Form::blockSize).orElseGet(hdfs::getDefaultBlockSize);
    return new Adviser(base, today.stripeWidth(), size);
  }

  private static PolicyName defaultPolicy(Configuration conf) {
    return PolicyName.parse(
        conf.get(
            DFSConfigKeys.DFS_NAMENODE_EC_SYSTEM_DEFAULT_POLICY,
            DFSConfigKeys.DFS_NAMENODE_EC_SYSTEM_DEFAULT_POLICY_DEFAULT));
  }
}
