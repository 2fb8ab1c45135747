package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobPattern;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtil;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** `hdfs ec -transition -path P -policy NEW ...`. */
final class TransitionCommand extends EcCommand {

  @Option(names = "-path", paramLabel = "<path>")
  private String path;

  @Option(names = "-f", paramLabel = "<local file>")
  private String list;

  @Option(names = "-policy", required = true, paramLabel = "<policy>")
  private String policy;

  @Option(names = "-recursive")
  private boolean recursive;

  @Option(names = "-olderThan", paramLabel = "<age>", converter = Age.class)
  private Duration olderThan;

  @Option(names = "-newerThan", paramLabel = "<age>", converter = Age.class)
  private Duration newerThan;

  @Option(names = "-from", paramLabel = "<policy>")
  private String from;

  @Option(names = "-minSize", paramLabel = "<size>", converter = Size.class)
  private Long minSize;

  @Option(names = "-exclude", paramLabel = "<pattern>", converter = Glob.class)
  private GlobPattern exclude;

  @Option(names = "-limit", paramLabel = "<files>", converter = Size.class)
  private Long limit;

  @Option(names = "-maxBytes", paramLabel = "<size>", converter = Size.class)
  private Long maxBytes;

  @Option(names = "-urgent")
  private boolean urgent;

  @Option(names = "-force")
  private boolean force;

  @Option(names = "-coupled")
  private boolean coupled;

  @Option(names = "-copy")
  private boolean copy;

  @Option(names = "-name", paramLabel = "<name>")
  private String transitionName;

  @Option(names = "-wait")
  private boolean wait;

  @Option(names = "-dryRun")
  private boolean dryRun;

  @Option(names = "-bandwidth", paramLabel = "<size>", converter = Size.class)
  private Long bandwidth;

  @Option(names = "-h")
  private boolean forPeople;

  @Option(names = "-json")
  private boolean json;

  /** Directories whose files are left out. */
  private List<String> left = List.of();

  TransitionCommand() {
    super(
        "-transition",
        "{-path <path> | -f <local file>} -policy <policy> [-recursive] [-olderThan <age>]"
            + " [-newerThan <age>] [-from <policy>] [-minSize <size>] [-exclude <pattern>]"
            + " [-limit <files>] [-maxBytes <size>] [-urgent] [-force] [-coupled] [-copy]"
            + " [-name <name>] [-wait |"
            + " -dryRun [-h] [-bandwidth <size>]] [-json]",
        "-path");
  }

  @Override
  void check(CommandLine line) {
    if ((path == null) == (list == null)) {
      throw new CommandLine.ParameterException(line, "either -path or -f");
    }
    if (!dryRun && (forPeople || bandwidth != null)) {
      throw new CommandLine.ParameterException(line, "-h and -bandwidth are of -dryRun");
    }
    if (wait && dryRun) {
      throw new CommandLine.ParameterException(line, "-dryRun has nothing to wait for");
    }
    if (coupled && PolicyName.hasSuffix(policy)) {
      throw new CommandLine.ParameterException(
          line, "-coupled is HDFS's own form, without a stripe width: policy=" + policy);
    }
  }

  /**
   * What a rule asks for now, to be told as by {@code -dryRun}.
   *
   * @param minSize null for files of any size
   * @param left directories below that have rules of their own
   */
  static TransitionCommand ofRule(
      String policy, Duration olderThan, Long minSize, List<String> left, boolean forPeople,
      boolean json) {
    TransitionCommand asked = new TransitionCommand();
    asked.policy = policy;
    asked.recursive = true;
    asked.olderThan = olderThan;
    asked.minSize = minSize;
    asked.left = List.copyOf(left);
    asked.forPeople = forPeople;
    asked.json = json;
    return asked;
  }

  String policy() {
    return policy;
  }

  boolean recursive() {
    return recursive;
  }

  private static final class Glob implements ITypeConverter<GlobPattern> {
    @Override
    public GlobPattern convert(String value) {
      return new GlobPattern(value);
    }
  }

  /** What is asked of files beside their age; a request for a tree asks that alone. */
  boolean isChosen(FileStatus file, long nowMillis) {
    String path = file.getPath().toUri().getPath();
    return (minSize == null || file.getLen() >= minSize)
        && (newerThan == null
            || file.getModificationTime() > Age.changedUntilMillis(newerThan, nowMillis))
        && (from == null || FileForm.isUnder(file, PolicyName.parse(from)))
        && (exclude == null
            || !exclude.matches(path) && !exclude.matches(file.getPath().getName()))
        && left.stream().noneMatch(directory -> DFSUtil.isParentEntry(path, directory));
  }

  /** Whether as many files and bytes as may be are reached with these. */
  boolean isEnough(long files, long bytes) {
    return limit != null && files > limit || maxBytes != null && bytes > maxBytes;
  }

  boolean hasLimits() {
    return limit != null || maxBytes != null;
  }

  private boolean asksForFiles() {
    return newerThan != null || from != null || minSize != null || exclude != null || hasLimits();
  }

  boolean json() {
    return json;
  }

  boolean forPeople() {
    return forPeople;
  }

  /** Bytes per second of each DataNode; empty where it was not said. */
  OptionalLong bandwidth() {
    return bandwidth == null ? OptionalLong.empty() : OptionalLong.of(bandwidth);
  }

  /** Whether a file is old enough. */
  boolean isOldEnough(long modificationMillis, long nowMillis) {
    return modificationMillis <= Age.changedUntilMillis(olderThan, nowMillis);
  }

  /** How long a file must not have been changed; 0 where it was not said. */
  long ageMillis() {
    return olderThan == null ? 0 : olderThan.toMillis();
  }

  boolean force() {
    return force;
  }

  /** What each file shall have. */
  TransitionGoal goal() {
    int priority = urgent ? TransitionRecord.URGENT : TransitionRecord.NORMAL;
    return TransitionGoal.of(policy, priority).forced(force).coupling(couples())
        .named(transitionName == null ? "" : transitionName);
  }

  /** Whether files shall have HDFS's own form; so have copies where no width is asked for. */
  boolean couples() {
    return coupled || copy && !PolicyName.hasSuffix(policy);
  }

  boolean copies() {
    return copy;
  }

  boolean waits() {
    return wait;
  }

  @Override
  int execute(Configuration conf) throws IOException {
    TransitionNames.check(transitionName);
    Targets targets = targets(conf);
    TransitionSummary summary = new TransitionSummary();
    if (dryRun) {
      new TransitionDryRun(targets.hdfs(), this, summary).run(targets.paths());
      return summary.exitCode();
    }
    try (TransitionClient client = new TransitionClient(targets.hdfs())) {
      begin(targets, client, summary);
    } finally {
      System.out.print(json ? JsonView.render(summary.outcome()) : "");
    }
    return summary.exitCode();
  }

  private Targets targets(Configuration conf) throws IOException {
    if (list == null) {
      return Targets.of(conf, path);
    }
    List<Path> paths = new ArrayList<>();
    for (String line : lines()) {
      paths.addAll(Targets.of(conf, line).paths());
    }
    return new Targets(HdfsOnly.of(FileSystem.get(conf)), paths);
  }

  private List<String> lines() throws IOException {
    List<String> lines =
        list.equals("-")
            ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                .lines().toList()
            : Files.readAllLines(java.nio.file.Path.of(list));
    return lines.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  private void begin(Targets targets, TransitionClient client, TransitionSummary summary)
      throws IOException {
    List<Path> singly = new ArrayList<>();
    for (Path top : targets.paths()) {
      boolean asTree = recursive && !copy && !asksForFiles();
      if (asTree && targets.hdfs().getFileStatus(top).isDirectory()) {
        new TreeBegin(targets.hdfs(), client, this, summary).run(top);
      } else {
        singly.add(top);
      }
    }
    if (!singly.isEmpty()) {
      new TransitionBegin(targets.hdfs(), client, this, summary).run(singly);
    }
  }

  @Override
  String description() {
    return "Give a closed erasure coded file another policy, or with -recursive all"
        + " such\nfiles below a directory. Data blocks stay as they are: DataNodes encode new"
        + " parities, which\nreplace the old ones once all are there. Files that have the policy"
        + " are passed over, as are with\n-olderThan those that were changed later than 90d, 12h"
        + " or 30m ago. -urgent goes before what\nwaits, and beside what has begun; -force accepts"
        + " too few DataNodes for the members of a group to\nlie apart; both are the superuser's."
        + " -wait returns when all"
        + " files have the policy. Files that cannot change are named,\neach on a line, and make"
        + " the command end with 2. Of a directory the NameNode walks\nthe tree: -listTransitions"
        + " has the counts, and a path for each reason. -dryRun prints what would be\nread and"
        + " written, and whether that has room beside what is stored, and changes nothing.\n\n"
        + "-f takes paths from a local file, one a line, or with - from standard input. -from,"
        + " -newerThan,\n-minSize, -exclude (a pattern of a name or path), -limit and -maxBytes"
        + " choose among the files; this\nclient then walks the tree and asks for each. With"
        + " -dryRun -h has sizes like 1.5 G, and -bandwidth\ntells the time if each DataNode may"
        + " move so many bytes per second. By -name -listTransitions, -pauseTransition,"
        + "\n-resumeTransition and -cancelTransition find them again. With -json all is for"
        + " programs.\n\n"
        + "The stripe width of a file never changes. One in HDFS's own form gets the data blocks of"
        + " its\ncode as stripe width; with POLICY@WIDTH also where it has the policy. While it"
        + " waits for that it\nmay be appended to, behind that no more.\n\n"
        + "-coupled gives files HDFS's own form under the policy, whose code must have as many data"
        + " blocks as\ntheir stripes: each block gets a second name as one of a block group of"
        + " HDFS, and loses the first.\nStreams that have such a file open may have to open it"
        + " again.\n\n"
        + "-copy takes all files, and the policy as -setPolicy does: POLICY@WIDTH is a stripe"
        + " width, POLICY\nalone HDFS's own form. What cannot change in place is copied through"
        + " this client: replicated\nfiles, those that shall have another width"
        + " or cell size, or that the NameNode does not change. A\ncopy is read back, and takes the"
        + " place of its file by a rename.\n";
  }
}
