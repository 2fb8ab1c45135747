package io.okapifs.hdfs.namenode.health;

import java.util.Arrays;
import org.apache.hadoop.hdfs.protocol.Block;

/** Where a block is in the list of its file, whose ids ascend as they were allocated. */
final class BlockPosition {

  private BlockPosition() {}

  /**
   * The position of this very block, or -1 where the list does not have it. Takes as many steps as
   * the length has bits; more only of a list whose ids do not ascend, or which does not have it.
   */
  static int of(Block[] list, Block block) {
    int found = Arrays.binarySearch(list, block);
    return found >= 0 && list[found] == block ? found : search(list, block);
  }

  private static int search(Block[] list, Block block) {
    for (int i = list.length - 1; i >= 0; i--) {
      if (list[i] == block) {
        return i;
      }
    }
    return -1;
  }
}
