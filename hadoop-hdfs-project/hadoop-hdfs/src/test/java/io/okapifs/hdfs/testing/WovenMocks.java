package io.okapifs.hdfs.testing;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.ops.OkapiBlocks;
import io.okapifs.hdfs.namenode.ops.OkapiNameNode;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.mockito.Mockito;

/** Mocks of HDFS's classes, which have what is woven into them. */
public final class WovenMocks {

  private WovenMocks() {}

  public static BlockManager blocks() {
    BlockManager blocks = Mockito.mock(BlockManager.class);
    OkapiParts parts = OkapiBlocks.newParts();
    Mockito.when(((OkapiParts.Held) blocks).okapi()).thenReturn(parts);
    return blocks;
  }

  public static FSNamesystem namesystem() {
    FSNamesystem namesystem = Mockito.mock(FSNamesystem.class);
    OkapiParts parts = OkapiNameNode.newParts(namesystem);
    Mockito.when(((OkapiParts.Held) namesystem).okapi()).thenReturn(parts);
    return namesystem;
  }
}
