package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import io.okapifs.PrivateField;
import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import java.io.File;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.util.AutoCloseableLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a replica that a DataNode was told to delete. It forgets the replica at once and
 * deletes the files some time later, by their paths. A new replica of the same block may have those
 * paths by then: it keeps its files here, and nobody is told that it was deleted.
 *
 * <p>A file changes its name under the lock of the dataset, as those of new replicas do, and is
 * deleted without it. Its new name is in a folder that a DataNode empties when it starts. Any
 * thread.
 */
public final class LateDeletion {

  private static final Logger LOG = LoggerFactory.getLogger(LateDeletion.class);
  private static final VarHandle REPLICA = field("replicaToDelete", ReplicaInfo.class);
  private static final VarHandle VOLUME = field("volume", FsVolumeImpl.class);
  private static final VarHandle BLOCK = field("block", ExtendedBlock.class);
  private static final VarHandle TRASH = field("trashDirectory", String.class);

  /** Makes names of files that are about to be deleted unique. */
  private static final AtomicLong COUNT = new AtomicLong();

  private final FsVolumeImpl volume;
  private final FsDatasetImpl dataset;
  private final ExtendedBlock block;
  private final LocalReplica replica;

  private LateDeletion(FsVolumeImpl volume, ExtendedBlock block, LocalReplica replica) {
    this.volume = volume;
    this.dataset = (FsDatasetImpl) volume.getDataset();
    this.block = block;
    this.replica = replica;
  }

  private static VarHandle field(String name, Class<?> type) {
    return PrivateField.of(FsDatasetAsyncDiskService.ReplicaFileDeleteTask.class, name, type);
  }

  private static LateDeletion of(FsDatasetAsyncDiskService.ReplicaFileDeleteTask task) {
    return new LateDeletion(
        (FsVolumeImpl) VOLUME.get(task), (ExtendedBlock) BLOCK.get(task),
        (LocalReplica) REPLICA.get(task));
  }

  /** Whether a task is to spare what a new replica has. */
  @Woven
  public static boolean isCorrected(FsDatasetAsyncDiskService.ReplicaFileDeleteTask task) {
    return REPLICA.get(task) instanceof LocalReplica
        && UpstreamFix.DELETED_SUCCESSOR.isOn(of(task).dataset.datanode.getConf());
  }

  /** What a task deletes, which may be no replica of this disk. */
  public static ReplicaInfo replicaOf(FsDatasetAsyncDiskService.ReplicaFileDeleteTask task) {
    return (ReplicaInfo) REPLICA.get(task);
  }

  /** The block pool of what a task deletes. */
  public static String poolOf(FsDatasetAsyncDiskService.ReplicaFileDeleteTask task) {
    return ((ExtendedBlock) BLOCK.get(task)).getBlockPoolId();
  }

  /**
   * Deletes the files of a task's replica.
   *
   * @return whether they are gone, or a new replica has them
   */
  @Woven
  public static boolean delete(FsDatasetAsyncDiskService.ReplicaFileDeleteTask task) {
    return of(task).delete();
  }

  private boolean delete() {
    try {
      File folder = volume.getTmpDir(block.getBlockPoolId());
      boolean all = true;
      for (File file : move(folder, ".deleted-" + COUNT.incrementAndGet())) {
        all &= files().fullyDelete(volume, file);
      }
      return all;
    } catch (IOException e) {
      LOG.warn("Replica cannot be deleted: replica={}", replica, e);
      return false;
    }
  }

  /**
   * Moves the files of a task's replica to the folder in which a rolling upgrade keeps them.
   *
   * @return whether they are there, or a new replica has them
   */
  @Woven
  public static boolean keep(FsDatasetAsyncDiskService.ReplicaFileDeleteTask task) {
    return of(task).keep(new File((String) TRASH.get(task)));
  }

  private boolean keep(File trash) {
    try {
      files().mkdirsWithExistsCheck(volume, trash);
      move(trash, "");
      return true;
    } catch (IOException e) {
      LOG.warn("Replica cannot be moved to the trash: replica={}", replica, e);
      return false;
    }
  }

  private FileIoProvider files() {
    return volume.getFileIoProvider();
  }

  /** Renames the files that no new replica has; what is not there needs no new name. */
  private List<File> move(File folder, String suffix) throws IOException {
    List<File> moved = new ArrayList<>();
    try (AutoCloseableLock lock = dataset.acquireDatasetLock()) {
      LocalReplica successor = successor() instanceof LocalReplica local ? local : null;
      for (File file : List.of(replica.getBlockFile(), replica.getMetaFile())) {
        if (successor != null
            && (file.equals(successor.getBlockFile()) || file.equals(successor.getMetaFile()))) {
          LOG.info("New replica has the file of one that was deleted: file={}", file);
        } else if (files().exists(volume, file)) {
          File target = new File(folder, file.getName() + suffix);
          files().rename(volume, file, target);
          moved.add(target);
        }
      }
    }
    return moved;
  }

  /** Null where there is none. Under the lock. */
  private ReplicaInfo successor() {
    return dataset.volumeMap.get(block.getBlockPoolId(), block.getBlockId());
  }

  /**
   * Tells the NameNode of a deletion, unless it knows a new replica by now: it would take that one
   * for deleted. Under the lock, so that news of the new replica comes later.
   */
  @Woven
  public static void tell(FsDatasetAsyncDiskService.ReplicaFileDeleteTask task) {
    LateDeletion deletion = of(task);
    try (AutoCloseableLock lock = deletion.dataset.acquireDatasetLock()) {
      ReplicaInfo successor = deletion.successor();
      if (successor == null || successor.getState() != ReplicaState.FINALIZED) {
        deletion.dataset.datanode.notifyNamenodeDeletedBlock(
            deletion.block, deletion.volume.getStorageID());
      }
    }
  }
}
