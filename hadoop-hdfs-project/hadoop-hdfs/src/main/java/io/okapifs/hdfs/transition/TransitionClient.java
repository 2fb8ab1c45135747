package io.okapifs.hdfs.transition;

import io.okapifs.hdfs.transition.TransitionRequest.Action;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Asks the active NameNode for transitions, and about them. As safe for threads as its file system.
 *
 * @param hdfs stays open; the caller closes it
 */
public record TransitionClient(DistributedFileSystem hdfs) {

  /**
   * Has a file get another policy, some time; nothing happens where it has that, or is on its way.
   *
   * @param priority 0 first
   * @throws IOException naming the file, where that cannot be; nothing was changed then
   */
  public void begin(Path file, String policy, int priority) throws IOException {
    send(file, TransitionRequest.begin(policy, priority));
  }

  /** Leaves a file with the policy that it has; nothing happens where it is in no transition. */
  public void cancel(Path file) throws IOException {
    send(file, TransitionRequest.of(Action.CANCEL));
  }

  /** Has the transition of a file rest where it is; what is being encoded is finished. */
  public void pause(Path file) throws IOException {
    send(file, TransitionRequest.of(Action.PAUSE));
  }

  /** Has the transition of a file go on. */
  public void resume(Path file) throws IOException {
    send(file, TransitionRequest.of(Action.RESUME));
  }

  /**
   * Asks for a transition, or about one.
   *
   * @throws IOException naming the file, where that cannot be; nothing was changed then
   */
  public void send(Path file, TransitionRequest request) throws IOException {
    hdfs.setXAttr(
        file, TransitionRequest.XATTR, request.toValue(),
        EnumSet.of(XAttrSetFlag.CREATE, XAttrSetFlag.REPLACE));
  }

  /**
   * The transitions of files at and below a path, by their turn. Of a large tree they are asked for
   * in parts, while they go on.
   *
   * @throws FileNotFoundException where the path does not exist
   */
  public List<TransitionStatus> status(Path path) throws IOException {
    return list(path).stream().filter(each -> each.step().isKept()).toList();
  }

  /**
   * The last transitions of files at and below a path that this NameNode gave up since it started.
   *
   * @throws FileNotFoundException where the path does not exist
   */
  public List<TransitionStatus> givenUp(Path path) throws IOException {
    return list(path).stream().filter(each -> !each.step().isKept()).toList();
  }

  /**
   * Both, those that were given up last.
   *
   * @throws FileNotFoundException where the path does not exist
   */
  public List<TransitionStatus> list(Path path) throws IOException {
    List<TransitionStatus> all = new ArrayList<>();
    for (long from = TransitionPage.FIRST; from != TransitionPage.END; ) {
      TransitionPage page = page(path, from);
      all.addAll(page.entries());
      from = page.next();
    }
    all.sort(TransitionStatus.BY_TURN);
    return all;
  }

  /**
   * The last transitions of files at and below a path that ended since this NameNode started, the
   * oldest first.
   *
   * @throws FileNotFoundException where the path does not exist
   */
  public List<EndedTransition> history(Path path) throws IOException {
    return EndedTransition.parse(ask(path, EndedTransition.question()));
  }

  private TransitionPage page(Path path, long from) throws IOException {
    return TransitionPage.parse(ask(path, TransitionPage.question(from)));
  }

  private byte[] ask(Path path, String question) throws IOException {
    try {
      return hdfs.getXAttr(path, question);
    } catch (RemoteException e) {
      throw e.unwrapRemoteException(FileNotFoundException.class);
    }
  }
}
