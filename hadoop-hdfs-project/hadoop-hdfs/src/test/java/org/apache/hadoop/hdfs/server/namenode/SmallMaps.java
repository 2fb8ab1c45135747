package org.apache.hadoop.hdfs.server.namenode;

import java.lang.reflect.Field;
import java.util.Iterator;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.util.LightWeightGSet;

/**
 * Maps of inodes and blocks for a namespace of a test. HDFS sizes them by the heap, and whoever saves
 * or closes a namespace walks through millions of empty places.
 */
final class SmallMaps {

  private static final int PLACES = 1 << 12;

  private SmallMaps() {}

  /** Of a namesystem that has nothing but its root yet. */
  static void put(FSNamesystem namesystem) {
    try {
      FSDirectory directory = namesystem.getFSDirectory();
      replace(directory.getINodeMap(), "map");
      directory.getINodeMap().put(directory.getRoot());
      Field blocksMap = BlockManager.class.getDeclaredField("blocksMap");
      blocksMap.setAccessible(true);
      replace(blocksMap.get(namesystem.getBlockManager()), "blocks");
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <K, E extends K> void replace(Object owner, String name)
      throws ReflectiveOperationException {
    Field field = owner.getClass().getDeclaredField(name);
    field.setAccessible(true);
    field.set(
        owner,
        new LightWeightGSet<K, E>(PLACES) {
          @Override
          public Iterator<E> iterator() {
            SetIterator iterator = new SetIterator();
            // As HDFS has it for blocks.
            iterator.setTrackModification(false);
            return iterator;
          }
        });
  }
}
