package io.okapifs.hdfs.verify;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * One thing that is not right with a group.
 *
 * @param word that its line begins with
 * @param sentence for people, without what becomes of it
 * @param member {@link #NO_MEMBER} where it is about the group
 * @param node transfer address of the node with the bad replica; null where that is not known
 * @param replica that was read and is bad; null where none is
 * @param window offset inside of a sub-block at which the window begins that shows it
 */
record Finding(
    Kind kind, String word, String sentence, int member, String node, LocatedBlock replica,
    long window) {

  static final int NO_MEMBER = -1;

  /** Kinds of findings, by what they count as. */
  enum Kind {
    /** The NameNode knew before that a replica is corrupt. */
    KNOWN_CORRUPT(Count.BAD),
    /** A replica does not fit its stored checksums. */
    CHECKSUM(Count.BAD),
    /** A replica fits its checksums, and not the other members. */
    WRONG(Count.BAD),
    /** Members contradict each other, and it cannot be told who is wrong. */
    UNEXPLAINED(Count.BAD),
    /** Bytes cannot be had now. */
    UNREACHABLE(Count.UNREACHABLE),
    /** Something is there and could not be compared. */
    UNVERIFIED(Count.UNVERIFIED);

    private final Count count;

    Kind(Count count) {
      this.count = count;
    }

    Count count() {
      return count;
    }
  }

  /** About a group or a member, and no replica. */
  static Finding of(Kind kind, String word, String sentence) {
    return new Finding(kind, word, sentence, NO_MEMBER, null, null, 0);
  }

  /** Of a member whose replica the NameNode knows to be corrupt. */
  static Finding knownCorrupt(String sentence, int member, String node) {
    return new Finding(Kind.KNOWN_CORRUPT, "BAD", sentence, member, node, null, 0);
  }

  /** Of a replica with one node. */
  static Finding bad(Kind kind, String sentence, int member, LocatedBlock replica, long window) {
    return new Finding(
        kind, "BAD", sentence, member, replica.getLocations()[0].getXferAddr(), replica, window);
  }

  /** Whether another listing of a member shows the replica as it was when it was read. */
  boolean isOf(LocatedBlock listed) {
    ExtendedBlock now = listed.getBlock();
    ExtendedBlock then = replica.getBlock();
    DatanodeInfo node = replica.getLocations()[0];
    return now.equals(then)
        && now.getGenerationStamp() == then.getGenerationStamp()
        && now.getNumBytes() == then.getNumBytes()
        && listed.getLocations()[0].equals(node);
  }
}
