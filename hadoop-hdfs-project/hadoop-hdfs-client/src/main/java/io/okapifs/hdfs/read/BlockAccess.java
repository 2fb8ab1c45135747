package io.okapifs.hdfs.read;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** How a read reaches blocks. One thread at a time calls an instance. */
public interface BlockAccess {

  /**
   * Runs the fetches, those of different blocks in parallel. The fetches of one block come in
   * ascending order. Returns when all have ended; a block fails as a whole from some offset on.
   *
   * @throws IOException only if the read as a whole must end, such as for an interrupt
   */
  List<FetchFailure> fetch(FileView view, List<Fetch> fetches) throws IOException;

  /**
   * Those of some blocks that no node is known to have. The others may turn out to be lost, too.
   * Nothing is read for it.
   */
  List<FetchFailure> unplaced(FileView view, Set<Source> sources);

  /** How a group is coded now. */
  GroupParity parityOf(long group) throws IOException;

  /** Forgets what is known about where the members of a group are, and asks again. */
  void refresh(FileView view, long group) throws IOException;

  /** Told after every decoding. */
  void onDecoded(long millis);
}
