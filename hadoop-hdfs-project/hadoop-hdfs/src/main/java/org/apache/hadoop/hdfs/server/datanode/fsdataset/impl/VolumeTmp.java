package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** Where a volume has its temporary files, which HDFS shows to its own package only. */
public final class VolumeTmp {

  private VolumeTmp() {}

  /** The folder of a block pool whose content HDFS deletes when a DataNode starts. */
  public static File of(FsVolumeSpi volume, String blockPool) throws IOException {
    if (volume instanceof FsVolumeImpl local) {
      return local.getTmpDir(blockPool);
    }
    throw new IOException("not a local volume: volume=" + volume);
  }
}
