package io.okapifs.hdfs.namenode.ops;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.placement.PlacementAnswers;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatus;
import org.apache.hadoop.hdfs.server.namenode.FsckWindow;
import org.apache.hadoop.hdfs.server.namenode.NamenodeFsck;

/** Tells the file system check how decoupled block groups lie: their groups count, not they. */
public final class FsckPlaces {

  private FsckPlaces() {}

  @Woven
  public static BlockPlacementStatus status(NamenodeFsck fsck, BlockInfo block) {
    return PlacementAnswers.statusForPeople(
        FsckWindow.nameNode(fsck).getNamesystem().getBlockManager(), block);
  }
}
