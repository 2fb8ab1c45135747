package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;

import io.okapifs.hdfs.testing.BlockFileCluster;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A transition goes on at the other NameNode, wherever in its edits the active one ends. */
class TransitionFailoverTest extends TransitionFailoverCases {

  private static final int POINTS = 8;

  /** From one policy to the other and back: request, ids of new groups, start, commit. */
  @Test
  void aTransitionGoesOnBehindKillsAndFailoversAtSeededEdits() throws Exception {
    byte[] bytes = BlockFileCluster.bytes((BLOCKS - 1L) * BLOCK + 5, SEED);
    write(FILE, bytes);
    Random random = new Random(SEED);
    for (int point = 1; point <= POINTS; point++) {
      int k = MEMBERS[point % 2];
      change("point " + point, FILE, k, begin(policy(k)), policy(k) + "@" + WIDTH, bytes, random);
    }
  }
}
