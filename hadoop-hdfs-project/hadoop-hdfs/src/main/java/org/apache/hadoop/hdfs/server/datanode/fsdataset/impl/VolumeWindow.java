package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** What HDFS keeps private of a volume. */
public final class VolumeWindow {

  private VolumeWindow() {}

  /** The folder of a block pool whose content HDFS deletes when a DataNode starts. */
  public static File temporaryFolder(FsVolumeSpi volume, String blockPool) throws IOException {
    if (volume instanceof FsVolumeImpl local) {
      return local.getTmpDir(blockPool);
    }
    throw new IOException("not a local volume: volume=" + volume);
  }
}
