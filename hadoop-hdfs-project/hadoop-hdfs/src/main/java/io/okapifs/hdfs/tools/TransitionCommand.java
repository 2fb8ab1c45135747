package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** `hdfs ec -transition -path P -policy NEW ...`. */
final class TransitionCommand extends EcCommand {

  @Option(names = "-path", required = true, paramLabel = "<path>")
  private String path;

  @Option(names = "-policy", required = true, paramLabel = "<policy>")
  private String policy;

  @Option(names = "-recursive")
  private boolean recursive;

  @Option(names = "-olderThan", paramLabel = "<age>", converter = Age.class)
  private Duration olderThan;

  @Option(names = "-urgent")
  private boolean urgent;

  @Option(names = "-force")
  private boolean force;

  @Option(names = "-coupled")
  private boolean coupled;

  @Option(names = "-copy")
  private boolean copy;

  @Option(names = "-wait")
  private boolean wait;

  @Option(names = "-dryRun")
  private boolean dryRun;

  TransitionCommand() {
    super(
        "-transition",
        "-path <path> -policy <policy> [-recursive] [-olderThan <age>] [-urgent] [-force]"
            + " [-coupled] [-copy] [-wait | -dryRun]");
  }

  @Override
  void check(CommandLine line) {
    if (wait && dryRun) {
      throw new CommandLine.ParameterException(line, "-dryRun has nothing to wait for");
    }
    if (coupled && PolicyName.hasSuffix(policy)) {
      throw new CommandLine.ParameterException(
          line, "-coupled is HDFS's own form, without a stripe width: policy=" + policy);
    }
  }

  String policy() {
    return policy;
  }

  boolean recursive() {
    return recursive;
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
    return TransitionGoal.of(policy, priority).forced(force).coupling(couples());
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
    DistributedFileSystem hdfs = HdfsOnly.of(FileSystem.get(new Path(path).toUri(), conf));
    Path top = hdfs.makeQualified(new Path(path));
    if (dryRun) {
      return new TransitionDryRun(hdfs, this).run(top);
    }
    try (TransitionClient client = new TransitionClient(hdfs)) {
      if (recursive && !copy && hdfs.getFileStatus(top).isDirectory()) {
        return new TreeBegin(hdfs, client, this).run(top);
      }
      return new TransitionBegin(hdfs, client, this).run(top);
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
        + " written, and changes nothing.\n\n"
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
