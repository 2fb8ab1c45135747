package io.okapifs.hdfs.repair;

import io.okapifs.ec.BuildInfo;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.hdfs.protocol.proto.OkapiTypes.NodeStateProto;

/**
 * What a DataNode tells of itself. An immutable value.
 *
 * @param commit of the software that was built
 * @param kernel name of the kernel that codes; {@link #NO_KERNEL} where none can be had
 * @param whyNotNative why it is not a native one; empty where it is
 * @param repairsRunning now
 * @param repairsWaiting for a thread
 * @param encodings for transitions, those that wait among them
 * @param scrubBytesPerSecond that it reads to scrub groups; 0: it scrubs none
 */
public record NodeState(
    String commit, String kernel, String whyNotNative, int repairsRunning, int repairsWaiting,
    int encodings, long scrubBytesPerSecond) {

  /** Of a program whose kernels cannot be had. */
  public static final String NO_KERNEL = "none";

  /** Of each text, which is kept for each DataNode. */
  private static final int LENGTH_MAX = 200;

  public NodeState {
    commit = cut(commit);
    kernel = cut(kernel);
    whyNotNative = cut(whyNotNative);
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(text.length(), LENGTH_MAX));
  }

  /** Of this program, which does nothing now. */
  public static NodeState idle() {
    try {
      return new NodeState(
          BuildInfo.commit(), Kernels.best().name(), Kernels.whyNotNative().orElse(""), 0, 0, 0,
          0);
    } catch (RuntimeException | LinkageError e) {
      // It serves all that needs no kernel, and its repairs fail one by one.
      return new NodeState(BuildInfo.commit(), NO_KERNEL, e.toString(), 0, 0, 0, 0);
    }
  }

  /** The same where it does something. */
  public NodeState doing(int running, int waiting, int encoding) {
    return new NodeState(
        commit, kernel, whyNotNative, running, waiting, encoding, scrubBytesPerSecond);
  }

  /** The same where it scrubs groups. */
  public NodeState scrubbing(long bytesPerSecond) {
    return new NodeState(
        commit, kernel, whyNotNative, repairsRunning, repairsWaiting, encodings, bytesPerSecond);
  }

  /** Whether it repairs or encodes something, as it last said. */
  public boolean isBusy() {
    return repairsRunning > 0 || repairsWaiting > 0 || encodings > 0;
  }

  public NodeStateProto toProto() {
    return NodeStateProto.newBuilder()
        .setCommit(commit).setKernel(kernel).setWhyNotNative(whyNotNative)
        .setRepairsRunning(repairsRunning).setRepairsWaiting(repairsWaiting)
        .setEncodings(encodings).setScrubBytesPerSecond(scrubBytesPerSecond).build();
  }

  public static NodeState of(NodeStateProto told) {
    return new NodeState(
        told.getCommit(), told.getKernel(), told.getWhyNotNative(), told.getRepairsRunning(),
        told.getRepairsWaiting(), told.getEncodings(), told.getScrubBytesPerSecond());
  }
}
