package io.okapifs.hdfs.verify;

import io.okapifs.hdfs.verify.GroupMembers.Member;
import java.io.IOException;

/**
 * A member that the NameNode is to have rebuilt.
 *
 * @param badNode transfer address of the node whose replica is bad
 */
record Rebuild(VerifiedFile file, long group, int member, long blockId, String badNode) {

  static Rebuild of(VerifiedFile file, GroupMembers group, Finding finding) {
    return new Rebuild(
        file, group.group(), finding.member(), group.members().get(finding.member()).blockId(),
        finding.node());
  }

  /** How far it is, as a NameNode knows it. */
  enum State {
    /** The bad replica counts, as it does for an observer, which is not told. */
    COUNTED,
    /** Nobody has the member. */
    LOST,
    /** Other nodes alone have the member. */
    DONE
  }

  /**
   * Asks the NameNode.
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
    return now.replicas().stream()
            .anyMatch(replica -> replica.getLocations()[0].getXferAddr().equals(badNode))
        ? State.COUNTED
        : State.DONE;
  }

  @Override
  public String toString() {
    return file.path() + " group " + group + " member " + member + ", blk_" + blockId;
  }
}
