package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;

/** Makes of a file what no call can, so that a NameNode saves what it would not load. */
public final class SpoiledFiles {

  private SpoiledFiles() {}

  /** Its parity groups stay: there are more than its data has groups. */
  public static void dropFirstStripe(FSNamesystem namesystem, Path path) throws IOException {
    namesystem.writeLock();
    try {
      INodeFile file = namesystem.getFSDirectory().getINode(path.toString()).asFile();
      BlockInfo[] stripes = file.getBlocks();
      INodeFileWindow.setBlocks(file, Arrays.copyOfRange(stripes, 1, stripes.length));
    } finally {
      namesystem.writeUnlock("SpoiledFiles");
    }
  }
}
