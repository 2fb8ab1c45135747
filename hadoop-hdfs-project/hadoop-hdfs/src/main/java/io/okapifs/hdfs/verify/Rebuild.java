package io.okapifs.hdfs.verify;

import io.okapifs.hdfs.verify.VerifiedMembers.Member;
import java.io.IOException;

/**
 * A member that the NameNode is to have rebuilt.
 *
 * @param bad what is there in its place
 */
record Rebuild(VerifiedFile file, long group, int member, long blockId, BadReplica bad) {

  /** How far it is. */
  enum State {
    /** The bad replica counts, as it does for an observer, which is not told. */
    COUNTED,
    /** Nobody has the member. */
    LOST,
    /** Other nodes alone have the member, but the bad replica is not deleted yet. */
    NOT_DELETED,
    /** The same, and its node does not answer. */
    NOT_DELETABLE,
    /** Other nodes alone have the member. */
    DONE
  }

  /**
   * Asks the NameNode, and then the node with the bad replica.
   *
   * @throws FileChangedException where there is no such member any more
   */
  State look() throws IOException {
    Member now = file.locate(group).members().get(member);
    if (now.blockId() != blockId) {
      throw new FileChangedException("it was replaced meanwhile");
    }
    if (now.isLost()) {
      return State.LOST;
    }
    if (now.replicas().stream()
        .anyMatch(replica -> replica.getLocations()[0].getXferAddr().equals(bad.address()))) {
      return State.COUNTED;
    }
    return switch (bad.look(now.replicas().get(0))) {
      case STORED -> State.NOT_DELETED;
      case UNREACHABLE -> State.NOT_DELETABLE;
      case GONE -> State.DONE;
    };
  }

  @Override
  public String toString() {
    return file.path() + " group " + group + " member " + member + ", blk_" + blockId;
  }
}
