package io.okapifs.bench.own;

import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
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

  /** Begins to give all files below a directory another policy. */
  static void begin(DistributedFileSystem fs, String directory, String policy) throws Exception {
    int exitCode =
        ToolRunner.run(
            fs.getConf(), new ECAdmin(fs.getConf()),
            new String[] {"-transition", "-path", directory, "-policy", policy, "-recursive"});
    if (exitCode != 0) {
      throw new IOException(
          "not all files were accepted: directory=" + directory + ", policy=" + policy);
    }
  }

  /** Gives all files below a directory another policy, and waits until all have it. */
  static void all(DistributedFileSystem fs, String directory, String policy) throws Exception {
    begin(fs, directory, policy);
    TransitionClient client = new TransitionClient(fs);
    Path path = new Path(directory);
    Polling.await("end of the transitions", () -> client.status(path).isEmpty());
    int givenUp = client.givenUp(path).size();
    if (givenUp > 0) {
      throw new IOException(
          "not all files got the policy: directory=" + directory + ", policy=" + policy
              + ", givenUp=" + givenUp);
    }
  }
}
