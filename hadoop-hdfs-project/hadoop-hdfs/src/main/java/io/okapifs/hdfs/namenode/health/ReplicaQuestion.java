package io.okapifs.hdfs.namenode.health;

import static io.okapifs.hdfs.namenode.health.ReplicaFact.CORRUPT;
import static io.okapifs.hdfs.namenode.health.ReplicaFact.DEAD;
import static io.okapifs.hdfs.namenode.health.ReplicaFact.EXCESS;
import static io.okapifs.hdfs.namenode.health.ReplicaFact.FAILED;
import static io.okapifs.hdfs.namenode.health.ReplicaFact.IN_MAINTENANCE;
import static io.okapifs.hdfs.namenode.health.ReplicaFact.LEAVING;
import static io.okapifs.hdfs.namenode.health.ReplicaFact.ORDERED;
import static io.okapifs.hdfs.namenode.health.ReplicaFact.READ_ONLY;
import static io.okapifs.hdfs.namenode.health.ReplicaFact.STALE;

import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * What is asked of a replica of a block group that was reported. Each decision names its question.
 * The answer is yes where none of the facts that speak against it holds. Under the namesystem's
 * lock.
 */
public enum ReplicaQuestion {

  /** Can it be read, as far as is known? What health and tolerance count. */
  READABLE(FAILED, IN_MAINTENANCE, CORRUPT),

  /** Can it be read, now or once its node comes back from maintenance? Nobody rebuilds it then. */
  HELD(FAILED, CORRUPT, EXCESS),

  /** May a repair, a copy or a move read it? */
  SOURCE(FAILED, IN_MAINTENANCE, CORRUPT, DEAD, EXCESS),

  /** Do its storage and its node stay, whatever the replica is worth? */
  STAYS(FAILED, READ_ONLY, DEAD, IN_MAINTENANCE, LEAVING),

  /** Is it there, and will it be? What placement counts. */
  LASTING(FAILED, READ_ONLY, DEAD, IN_MAINTENANCE, LEAVING, CORRUPT, EXCESS),

  /**
   * Does it keep its place among its group, now or after its node's maintenance? Else the block
   * that is made in its stead may have that place.
   */
  PLACED(FAILED, LEAVING, CORRUPT, EXCESS),

  /**
   * Is it there for certain? Asked before another copy of the same bytes is given up. Its node may
   * be leaving: copies are made of it before that.
   */
  PROVEN(FAILED, READ_ONLY, DEAD, IN_MAINTENANCE, CORRUPT, EXCESS, STALE, ORDERED);

  private final ReplicaFact[] ofPlace;
  private final ReplicaFact[] ofReplica;

  ReplicaQuestion(ReplicaFact... against) {
    this.ofPlace = Stream.of(against).filter(ReplicaFact::isOfPlace).toArray(ReplicaFact[]::new);
    this.ofReplica =
        Stream.of(against).filter(fact -> !fact.isOfPlace()).toArray(ReplicaFact[]::new);
  }

  /** Whether the answer is yes for the replica of a block on a storage. */
  public boolean holds(BlockManager blocks, BlockInfo block, DatanodeStorageInfo storage) {
    // Nearly every place is fine, and a scan of all replicas asks for each.
    return (ReplicaFact.isPlaceFine(storage) || none(ofPlace, blocks, block, storage))
        && none(ofReplica, blocks, block, storage);
  }

  private static boolean none(
      ReplicaFact[] facts, BlockManager blocks, BlockInfo block, DatanodeStorageInfo storage) {
    for (ReplicaFact fact : facts) {
      if (fact.holds(blocks, block, storage)) {
        return false;
      }
    }
    return true;
  }
}
