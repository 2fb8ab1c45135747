package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRequest;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.namenode.PolicyCodecs;
import org.apache.hadoop.ipc.RemoteException;

/** Runs `hdfs ec -transition`, `-listTransitions` and `-cancelTransition`. */
final class TransitionCommands {

  private static final long POLL_MILLIS = 500;

  private final DistributedFileSystem hdfs;
  private final List<Path> asked = new ArrayList<>();
  private TransitionCost total = TransitionCost.NONE;
  private int failures;

  private TransitionCommands(DistributedFileSystem hdfs) {
    this.hdfs = hdfs;
  }

  /** What one of the commands does. */
  @FunctionalInterface
  private interface Action {
    int run(TransitionCommands commands, Path path) throws IOException;
  }

  private static int run(Configuration conf, String command, String text, Action action) {
    try {
      Path path = new Path(text);
      DistributedFileSystem hdfs = HdfsOnly.of(FileSystem.get(path.toUri(), conf));
      return action.run(new TransitionCommands(hdfs), hdfs.makeQualified(path));
    } catch (IOException | IllegalArgumentException e) {
      System.err.println(command + ": " + Failures.firstLine(e));
      return EcCommands.FAILED;
    }
  }

  static int begin(Configuration conf, TransitionArguments arguments) {
    return run(
        conf, TransitionArguments.COMMAND, arguments.path(),
        (commands, path) -> commands.begin(path, arguments));
  }

  static int list(Configuration conf, TransitionPathArguments arguments) {
    return run(
        conf, TransitionPathArguments.LIST, arguments.path(),
        (commands, path) -> {
          commands.status(path).forEach(TransitionCommands::print);
          return 0;
        });
  }

  static int cancel(Configuration conf, TransitionPathArguments arguments) {
    return run(
        conf, TransitionPathArguments.CANCEL, arguments.path(),
        (commands, path) -> commands.cancel(path));
  }

  private int begin(Path path, TransitionArguments arguments) throws IOException {
    FileStatus top = hdfs.getFileStatus(path);
    if (top.isDirectory() && !arguments.recursive()) {
      throw new IOException(path.toUri().getPath() + " is a directory; add -recursive");
    }
    long latest = System.currentTimeMillis() - arguments.olderThan().toMillis();
    TransitionRequest request =
        new TransitionRequest(
            arguments.policy(),
            arguments.urgent() ? TransitionRecord.URGENT : TransitionRecord.NORMAL);
    FileWalk.visit(
        hdfs, path,
        file -> {
          boolean isOurs =
              file instanceof HdfsFileStatus status
                  && StripeView.isView(status.getErasureCodingPolicy());
          if (file.getModificationTime() > latest || !isOurs && top.isDirectory()) {
            return;
          }
          if (arguments.isDryRun()) {
            reckon(file, arguments.policy());
          } else {
            ask(file.getPath(), request);
          }
        });
    if (arguments.isDryRun()) {
      System.out.println("all: " + total.toText());
      return 0;
    }
    if (arguments.waits()) {
      await(arguments.policy());
    }
    System.out.println(
        asked.size() + (arguments.waits() ? " files done, " : " files accepted, ") + failures
            + " refused");
    return failures == 0 ? 0 : EcCommands.FAILED;
  }

  /** Prints what the transition of one file would move. */
  private void reckon(FileStatus file, String policy) throws IOException {
    if (!(file instanceof HdfsFileStatus status)
        || !StripeView.isView(status.getErasureCodingPolicy())) {
      throw new IOException(file.getPath() + " has no stripe width");
    }
    StripeView old = StripeView.of(status.getErasureCodingPolicy());
    GroupPolicy next = policyOf(policy);
    if (old.group().name().equals(next.name())) {
      return;
    }
    TransitionCost cost =
        TransitionCost.of(
            old.layout(file.getBlockSize()),
            new FileLayout(next, old.stripeWidth(), file.getBlockSize()), file.getLen(),
            nodes(file, old.layout(file.getBlockSize())));
    System.out.println(file.getPath().toUri().getPath() + ": " + cost.toText());
    total = total.plus(cost);
  }

  private GroupPolicy policyOf(String name) throws IOException {
    ErasureCodingPolicy policy =
        DescribePolicyCommand.find(hdfs, PolicyName.parse(name).policy()).getPolicy();
    return new GroupPolicy(
        policy.getName(), policy.getCodecName(), policy.getNumDataUnits(),
        policy.getNumParityUnits(), PolicyCodecs.codeOf(policy).alpha(), policy.getCellSize());
  }

  /** Where each data block lies; empty where nobody has it. */
  private List<String> nodes(FileStatus file, FileLayout layout) throws IOException {
    List<String> nodes =
        new ArrayList<>(
            Collections.nCopies(Math.toIntExact(layout.blockCount(file.getLen())), ""));
    List<LocatedBlock> stripes =
        hdfs.getClient().getLocatedBlocks(file.getPath().toUri().getPath(), 0, Long.MAX_VALUE)
            .getLocatedBlocks();
    for (int j = 0; j < stripes.size(); j++) {
      byte[] indices = ((LocatedStripedBlock) stripes.get(j)).getBlockIndices();
      DatanodeInfo[] at = stripes.get(j).getLocations();
      for (int i = 0; i < at.length; i++) {
        int x = j * layout.stripeWidth() + indices[i];
        if (x < nodes.size()) {
          nodes.set(x, at[i].getDatanodeUuid());
        }
      }
    }
    return nodes;
  }

  private void ask(Path file, TransitionRequest request) {
    try {
      send(file, request);
      asked.add(file);
    } catch (IOException e) {
      fail(file, Failures.firstLine(e));
    }
  }

  private void fail(Path file, String why) {
    failures++;
    System.err.println(file.toUri().getPath() + ": " + why);
  }

  private void send(Path file, TransitionRequest request) throws IOException {
    hdfs.setXAttr(
        file, TransitionRequest.XATTR, request.toValue(),
        EnumSet.of(XAttrSetFlag.CREATE, XAttrSetFlag.REPLACE));
  }

  private void await(String policy) throws IOException {
    List<Path> done = new ArrayList<>();
    for (Path file : asked) {
      try {
        while (!status(file).isEmpty()) {
          Thread.sleep(POLL_MILLIS);
        }
        if (has(file, policy)) {
          done.add(file);
        } else {
          fail(file, "the transition was given up or cancelled; the NameNode's log says why");
        }
      } catch (FileNotFoundException e) {
        fail(file, "it was deleted or renamed meanwhile");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted; the transitions go on");
      }
    }
    asked.retainAll(done);
  }

  private boolean has(Path file, String policy) throws IOException {
    return hdfs.getFileStatus(file) instanceof HdfsFileStatus status
        && StripeView.isView(status.getErasureCodingPolicy())
        && policy.split("@")[0]
            .equals(StripeView.of(status.getErasureCodingPolicy()).group().name());
  }

  private int cancel(Path path) throws IOException {
    for (TransitionStatus each : status(path)) {
      ask(new Path(each.path()), TransitionRequest.cancel());
    }
    System.out.println(asked.size() + " transitions cancelled");
    return failures == 0 ? 0 : EcCommands.FAILED;
  }

  private List<TransitionStatus> status(Path path) throws IOException {
    try {
      return TransitionStatus.parse(hdfs.getXAttr(path, TransitionRequest.XATTR));
    } catch (RemoteException e) {
      throw e.unwrapRemoteException(FileNotFoundException.class);
    }
  }

  private static void print(TransitionStatus status) {
    System.out.println(
        String.join(
            "\t", status.step().name().toLowerCase(Locale.ROOT), status.from(), status.to(),
            status.ready() + "/" + status.groups(), status.path()));
  }
}
