package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.transition.TransitionGoal;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/**
 * The adoption of a file, and the way back to the layout of HDFS, go on at the other NameNode,
 * wherever in their edits the active one ends.
 */
class AdoptionFailoverTest extends TransitionFailoverCases {

  private static final int ADOPTIONS = 4;

  /** The other NameNode has to replace the block groups that it knows, too, both ways. */
  @Test
  void anAdoptionAndTheWayBackGoOnBehindKillsAndFailoversAtSeededEdits() throws Exception {
    Random random = new Random(SEED);
    int k = MEMBERS[0];
    for (int point = 1; point <= ADOPTIONS; point++) {
      Path file = new Path("/coupled/file" + point);
      fs.mkdirs(file.getParent());
      fs.setErasureCodingPolicy(file.getParent(), policy(k));
      byte[] bytes = BlockFileCluster.bytes((BLOCKS - 1L) * BLOCK + 5, point);
      write(file, bytes);
      String adopted = policy(k) + "@" + k;
      change("adoption " + point, file, k, begin(adopted), adopted, bytes, random);
      TransitionGoal back = begin(policy(k)).coupling(true);
      change("coupling " + point, file, k, back, policy(k), bytes, random);
      fs.delete(file, false);
      BlockFileCluster.await(
          "empty disks", () -> BlockFileCluster.blocksOnDisk(cluster).isEmpty());
    }
  }
}
