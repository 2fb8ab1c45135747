package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.verify.RebuildWait;
import io.okapifs.hdfs.verify.Sample;
import io.okapifs.hdfs.verify.TreeVerifier;
import io.okapifs.hdfs.verify.VerifyOptions;
import io.okapifs.hdfs.verify.VerifyReport;
import io.okapifs.hdfs.verify.VerifyState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** `hdfs ec -verify -path P ...`, and `hdfs ec -verify -status` of what DataNodes verify. */
final class VerifyCommand extends EcCommand {

  static final int REFUSED = 1;
  static final int BAD = 2;
  static final int UNREACHABLE = 3;
  static final int UNVERIFIED = 4;

  /** So that direct memory stays below 250 MB even for wide codes. */
  static final int THREADS_MAX = 32;

  private static final String FOR_EVER = "for-ever";
  private static final int SEED_BOUND = 1_000_000_000;

  @Option(names = "-path", paramLabel = "<path>")
  String path;

  @Option(names = "-status")
  private boolean status;

  @Option(names = "-repair")
  boolean repair;

  /** How long at most; null where it does not wait. */
  @Option(
      names = "-wait", arity = "0..1", paramLabel = "<limit>", fallbackValue = FOR_EVER,
      converter = Limit.class)
  Duration wait;

  @Option(names = "-threads", paramLabel = "<number>", converter = Threads.class)
  int threads = 1;

  /** Resumed where it is typed the same way: as it was typed. */
  @Option(names = "-olderThan", paramLabel = "<age>")
  private String olderThan;

  /** As it was typed, too. */
  @Option(names = "-sample", paramLabel = "<share>")
  String sample;

  @Option(names = "-seed", paramLabel = "<number>", converter = Seed.class)
  Long seed;

  @Option(names = "-resume", paramLabel = "<local file>")
  String stateFile;

  @Option(names = "-json")
  private boolean json;

  private Duration age;

  /** Of the groups, above 0 and at most 1. */
  double share = 1;

  VerifyCommand() {
    super(
        "-verify",
        "-path <path> [-repair] [-wait [<limit>]] [-threads <number>] [-olderThan <age>]"
            + " [-sample <share> [-seed <number>]] [-resume <local file>]"
            + " [-json] | -status [-json]",
        "-path");
  }

  /**
   * For programs; its components are the keys of the JSON view.
   *
   * @param exitCode as the command ends
   * @param findings a line each, as without -json
   */
  record VerifyOutcome(int exitCode, VerifyReport.Totals totals, List<String> findings) {}

  /** Reads an age, or that there is no limit. */
  private static final class Limit implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String value) {
      return value.equals(FOR_EVER) ? Duration.ofNanos(Long.MAX_VALUE) : new Age().convert(value);
    }
  }

  private static final class Threads implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      int threads = value.matches("[0-9]{1,3}") ? Integer.parseInt(value) : 0;
      if (threads < 1 || threads > THREADS_MAX) {
        throw new TypeConversionException(
            "must be a whole number from 1 to " + THREADS_MAX + ", not '" + value + "'");
      }
      return threads;
    }
  }

  private static final class Seed implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      try {
        return Long.valueOf(value);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("must be a whole number, not '" + value + "'");
      }
    }
  }

  @Override
  void check(CommandLine line) {
    if (status) {
      checkStatus(line);
      return;
    }
    if (path == null) {
      throw new CommandLine.ParameterException(line, "Missing required option: '-path=<path>'");
    }
    try {
      age = olderThan == null ? null : new Age().convert(olderThan);
      share = sample == null ? 1 : Share.of(sample);
    } catch (TypeConversionException e) {
      throw new CommandLine.ParameterException(line, e.getMessage());
    }
    if (seed != null && sample == null) {
      throw new CommandLine.ParameterException(line, "-seed is of -sample");
    }
  }

  private static void checkStatus(CommandLine line) {
    List<String> others =
        line.getParseResult().matchedOptions().stream()
            .map(OptionSpec::longestName)
            .filter(name -> !name.equals("-status") && !name.equals("-json"))
            .toList();
    if (!others.isEmpty()) {
      throw new CommandLine.ParameterException(
          line, "-status is about all groups, and takes no " + String.join(", ", others));
    }
  }

  /** When a file that is old enough was changed at the latest. */
  long changedUntilMillis(long nowMillis) {
    return Age.changedUntilMillis(age, nowMillis);
  }

  @Override
  String description() {
    return "Read all blocks of an erasure coded file, or of all such files below a directory,"
        + " compute\ntheir parities again and compare. Every block that is wrong, unreachable or"
        + " missing is named\non a line of its own.\n\n"
        + "The NameNode is told of replicas that do not fit their checksums, as readers do, and has"
        + " them\nrebuilt; not while other members of the group are known to be wrong. -repair,"
        + " which is the\nsuperuser's, also marks as corrupt what fits its checksums and not the"
        + " other members, where\nthose prove that it is the wrong one and can rebuild it. -wait"
        + " returns when all that was told is\nrebuilt, or after 90d, 12h or 30m; what is rebuilt"
        + " counts as bad no more.\n\n"
        + "-threads reads so many groups at a time, 1 to " + THREADS_MAX
        + ". -olderThan leaves out files that were changed\nlater than 90d, 12h or 30m ago. -sample"
        + " 10% looks at a random share of the groups; the same again\nwith the -seed that is"
        + " printed. -resume keeps in a local file how far it is, goes on there where\nit was"
        + " stopped, and removes the file at the end.\n\n"
        + "-status says instead how far DataNodes are with the comparison of all groups, which they"
        + " do where\ndfs.datanode.ec.scrub.bandwidthPerSec is set: passes, the age of the oldest"
        + " unverified group, and\nwhat was found wrong (exit code 2). The superuser's.\n\n"
        + "Ends with the first of these that holds:\n"
        + "  2  bytes on a disk are wrong (BAD)\n"
        + "  3  blocks cannot be had now: their node does not give them, or is not known"
        + " (UNREACHABLE,\n     MISSING, LOST)\n"
        + "  4  something is there and could not be compared, such as a group that waits for"
        + " encoding\n     (UNPROTECTED, UNVERIFIED)\n"
        + "  0  every group that was looked at is whole and right\n"
        + "and with 1 where the path cannot be verified at all.\n";
  }

  @Override
  int failed() {
    return REFUSED;
  }

  /**
   * Prints findings and a summary on standard output, progress on standard error.
   *
   * @return the exit code of the worst finding, in the order in which they stand above
   */
  @Override
  int execute(Configuration conf) throws IOException {
    return status ? tellStatus(conf) : verify(conf);
  }

  private int tellStatus(Configuration conf) throws IOException {
    try (TransitionClient client = new TransitionClient(HdfsOnly.of(FileSystem.get(conf)))) {
      ScrubReport report = ScrubReport.of(client.scrubStatus());
      System.out.print(json ? JsonView.render(report) : report.text());
      return report.wrongGroups().isEmpty() ? 0 : BAD;
    }
  }

  private int verify(Configuration conf) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    PrintStream out = json ? new PrintStream(lines, true, StandardCharsets.UTF_8) : System.out;
    VerifyReport report = new VerifyReport(out, System.err);
    Targets targets = Targets.of(conf, path);
    if (stateFile != null && targets.paths().size() > 1) {
      throw new IllegalArgumentException(
          "-resume goes on with one path, and " + path + " matches " + targets.paths().size());
    }
    if (repair) {
      checkSuperuser(targets.hdfs());
    }
    for (Path top : targets.paths()) {
      verify(targets.hdfs(), Path.getPathWithoutSchemeAndAuthority(top), report, out);
    }
    if (wait != null) {
      await(report, out);
    }
    if (json) {
      System.out.print(
          JsonView.render(
              new VerifyOutcome(
                  exitCode(report), report.totals(),
                  lines.toString(StandardCharsets.UTF_8).lines().toList())));
    }
    return exitCode(report);
  }

  private void await(VerifyReport report, PrintStream out) {
    try {
      new RebuildWait(report, out, System.err, wait).run();
    } catch (IOException e) {
      System.err.println(name() + ": -wait: " + Failures.firstLine(e));
    }
  }

  /** By a question that a NameNode answers the superuser alone, and that changes nothing. */
  private static void checkSuperuser(DistributedFileSystem hdfs) throws IOException {
    hdfs.rollingUpgrade(RollingUpgradeAction.QUERY);
  }

  private void verify(
      DistributedFileSystem hdfs, Path top, VerifyReport report, PrintStream out)
      throws IOException {
    VerifyState.Request request = request(hdfs, top);
    VerifyState state = null;
    if (stateFile != null) {
      state =
          VerifyState.open(
              java.nio.file.Path.of(stateFile), request, seed != null, System.err);
      state.addTo(report);
      request = state.request();
    }
    Sample chosen = new Sample(share, request.seed());
    if (!chosen.isAll()) {
      System.err.println(
          "a random sample of " + sample + " of the groups; -seed " + chosen.seed()
              + " takes the same again");
    }
    VerifyOptions options =
        new VerifyOptions(
            threads, chosen, request.changedUntilMillis(), request.repair(),
            state == null ? null : state.last());
    new TreeVerifier(hdfs, report, options, state).verify(top);
    if (!json) {
      out.println(report.summary(chosen));
    }
    if (state != null) {
      state.end();
    }
  }

  private VerifyState.Request request(DistributedFileSystem hdfs, Path top) {
    long drawn = 0;
    if (sample != null) {
      drawn = seed != null ? seed : ThreadLocalRandom.current().nextInt(SEED_BOUND);
    }
    return new VerifyState.Request(
        hdfs.makeQualified(top).toString(), sample, drawn, olderThan,
        changedUntilMillis(System.currentTimeMillis()), repair);
  }

  private static int exitCode(VerifyReport report) {
    if (report.foundBad()) {
      return BAD;
    }
    if (report.foundUnreachable()) {
      return UNREACHABLE;
    }
    return report.foundUnverified() ? UNVERIFIED : 0;
  }
}
