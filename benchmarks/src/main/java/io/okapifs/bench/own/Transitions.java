package io.okapifs.bench.own;

import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CountsProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.tools.ECAdmin;
import org.apache.hadoop.util.ToolRunner;

/** Transitions as an operator begins them. */
public final class Transitions {

  private Transitions() {}

  /**
   * Gives a file another policy, and waits until it has that.
   *
   * @throws IOException where the NameNode refuses it or gives it up
   */
  public static void file(DistributedFileSystem fs, Path file, String policy) throws Exception {
    TransitionClient client = new TransitionClient(fs);
    client.begin(file, policy, TransitionRecord.NORMAL);
    Polling.await("end of the transition of " + file, () -> client.status(file).isEmpty());
    ErasureCodingPolicy now =
        fs.getClient().getFileInfo(file.toUri().getPath()).getErasureCodingPolicy();
    if (!StripeView.isView(now) || !StripeView.of(now).group().name().equals(policy)) {
      throw new IOException(
          "the transition was given up: file=" + file + ", wanted=" + policy + ", policy=" + now);
    }
  }

  /** Asks for each file below a directory to get another policy, a thousand in a call. */
  static void beginSingly(DistributedFileSystem fs, String directory, String policy)
      throws IOException {
    TransitionClient client = new TransitionClient(fs);
    TransitionGoal goal = TransitionGoal.of(policy, TransitionRecord.NORMAL);
    List<Path> files = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> all = fs.listFiles(new Path(directory), true);
    while (all.hasNext()) {
      files.add(all.next().getPath());
      if (files.size() == OkapiAdmin.PATHS_MAX || !all.hasNext()) {
        CountsProto counts = client.begin(files, goal).getCounts();
        if (counts.getTaken() + counts.getAlreadySo() != files.size()) {
          throw new IOException("not all files were accepted: " + counts);
        }
        files.clear();
      }
    }
  }

  /** Whether nothing at or below a path is in a transition, and no request for a tree is left. */
  static boolean areDone(TransitionClient client, Path path) throws IOException {
    return client.trees(path).isEmpty() && client.status(path).isEmpty();
  }

  /** Begins to give all files below a directory another policy. */
  static void begin(DistributedFileSystem fs, String directory, String policy) throws Exception {
    int exitCode =
        ToolRunner.run(
            fs.getConf(), new ECAdmin(fs.getConf()),
            new String[] {"-transition", "-path", directory, "-policy", policy, "-recursive"});
    if (exitCode != 0) {
      throw new IOException(
          "the request was refused: directory=" + directory + ", policy=" + policy);
    }
  }

  /** Gives all files below a directory another policy, and waits until all have it. */
  static void all(DistributedFileSystem fs, String directory, String policy) throws Exception {
    begin(fs, directory, policy);
    TransitionClient client = new TransitionClient(fs);
    Path path = new Path(directory);
    Polling.await("end of the transitions", () -> areDone(client, path));
    long givenUp =
        client.treeHistory(path).stream().mapToLong(TreeTransitionStatusProto::getRefused).sum();
    if (givenUp > 0) {
      throw new IOException(
          "not all files got the policy: directory=" + directory + ", policy=" + policy
              + ", givenUp=" + givenUp);
    }
  }
}
