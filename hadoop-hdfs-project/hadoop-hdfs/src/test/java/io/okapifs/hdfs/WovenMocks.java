package io.okapifs.hdfs;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.OkapiBlocks;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.OkapiNameNode;
import org.mockito.Mockito;

/** Mocks of HDFS's classes, which have what is woven into them. */
public final class WovenMocks {

  private WovenMocks() {}

  public static BlockManager blocks() {
    BlockManager blocks = Mockito.mock(BlockManager.class);
    OkapiBlocks okapi = new OkapiBlocks();
    Mockito.when(((OkapiBlocks.Held) blocks).okapi()).thenReturn(okapi);
    return blocks;
  }

  public static FSNamesystem namesystem() {
    FSNamesystem namesystem = Mockito.mock(FSNamesystem.class);
    OkapiNameNode okapi = new OkapiNameNode(namesystem);
    Mockito.when(((OkapiNameNode.Held) namesystem).okapi()).thenReturn(okapi);
    return namesystem;
  }
}
