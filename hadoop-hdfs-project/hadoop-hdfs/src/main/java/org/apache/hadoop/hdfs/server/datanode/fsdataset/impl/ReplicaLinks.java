package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import io.okapifs.Woven;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.util.AutoCloseableLock;

/**
 * Second names of replicas: hard links, by which a finalized replica becomes one of another block
 * as well, without a byte being copied. Either may be deleted without the other. The space of both
 * is charged once, as {@code du} counts it.
 *
 * <p>Finalized replicas of striped files are never written again, so that nothing that happens to
 * the one shows in the other.
 */
public final class ReplicaLinks {

  private static final Object UNLINKING = new Object();

  private ReplicaLinks() {}

  /**
   * Makes a finalized replica of {@code name} of the one of {@code source}, on the same volume; one
   * that is there is left as it is. Durable when this returns.
   *
   * @param name with the length of the source
   * @return the replica
   * @throws FileNotFoundException where the source has lost its files
   * @throws IOException where the source is no such replica, or another one has the name; nothing
   *     was changed then
   */
  public static ReplicaInfo link(FsDatasetSpi<?> data, ExtendedBlock source, ExtendedBlock name)
      throws IOException {
    if (!(data instanceof FsDatasetImpl dataset)) {
      throw new IOException("Cannot link replicas of this storage: " + data.getClass());
    }
    LocalReplica begun;
    try (AutoCloseableLock lock = dataset.acquireDatasetLock()) {
      ReplicaInfo known = dataset.volumeMap.get(name.getBlockPoolId(), name.getBlockId());
      if (known != null && is(known, name)) {
        return known;
      }
      if (known != null) {
        throw new IOException(
            "Cannot link a replica, the name is taken: name=" + name + ", by=" + known);
      }
      begun = begin(dataset, find(dataset, source), name);
    }
    return end(dataset, begun, name);
  }

  private static boolean is(ReplicaInfo replica, ExtendedBlock block) {
    return replica.getState() == ReplicaState.FINALIZED
        && replica.getGenerationStamp() == block.getGenerationStamp()
        && replica.getNumBytes() == block.getNumBytes();
  }

  private static LocalReplica find(FsDatasetImpl dataset, ExtendedBlock source)
      throws IOException {
    ReplicaInfo replica = dataset.volumeMap.get(source.getBlockPoolId(), source.getBlockId());
    if (replica instanceof LocalReplica local
        && is(replica, source)
        && replica.getVolume() instanceof FsVolumeImpl) {
      if (!local.blockDataExists() || !local.metadataExists()) {
        throw new FileNotFoundException("Cannot link a replica without its files: " + local);
      }
      return local;
    }
    throw new IOException(
        "Cannot link a replica, it is not there as asked for: block=" + source + ", bytes="
            + source.getNumBytes() + ", replica=" + replica);
  }

  /** A replica that is not final yet, which a DataNode that starts throws away. */
  private static LocalReplica begin(
      FsDatasetImpl dataset, LocalReplica source, ExtendedBlock name) throws IOException {
    FsVolumeImpl volume = (FsVolumeImpl) source.getVolume();
    checkFree(volume, name);
    ReplicaInPipeline begun = volume.createTemporary(name);
    LocalReplica linked = (LocalReplica) begun.getReplicaInfo();
    try {
      Files.delete(linked.getBlockFile().toPath());
      createLink(linked.getMetaFile(), source.getMetaFile());
      createLink(linked.getBlockFile(), source.getBlockFile());
    } catch (IOException | RuntimeException e) {
      deleteFiles(linked);
      throw e;
    }
    begun.setNumBytes(name.getNumBytes());
    dataset.volumeMap.add(name.getBlockPoolId(), linked);
    return linked;
  }

  /**
   * Files are deleted some time behind their replica: a link under their name would be deleted with
   * them.
   */
  private static void checkFree(FsVolumeImpl volume, ExtendedBlock name) throws IOException {
    File folder =
        DatanodeUtil.idToBlockDir(
            volume.getFinalizedDir(name.getBlockPoolId()), name.getBlockId());
    File block = new File(folder, name.getBlockName());
    if (block.exists()
        || FsDatasetUtil.getMetaFile(block, name.getGenerationStamp()).exists()) {
      throw new IOException(
          "Cannot link a replica, one of that name is still being deleted: name=" + name);
    }
  }

  /** Without the lock: what is final is forced to the disk. */
  private static ReplicaInfo end(FsDatasetImpl dataset, LocalReplica begun, ExtendedBlock name)
      throws IOException {
    try {
      long bytes = bytes(begun);
      dataset.finalizeBlock(name, true);
      // That charged them as those of any replica; they were charged with the first name.
      charge(begun, name.getBlockPoolId(), -bytes);
    } catch (IOException | RuntimeException e) {
      try (AutoCloseableLock lock = dataset.acquireDatasetLock()) {
        if (dataset.volumeMap.get(name.getBlockPoolId(), name.getBlockId()) == begun) {
          dataset.volumeMap.remove(name.getBlockPoolId(), name.getBlockId());
          deleteFiles(begun);
        }
      }
      throw e;
    }
    return dataset.getReplicaInfo(name);
  }

  /** Whether the files of a replica have another name as well. */
  static boolean isLinked(ReplicaInfo replica) {
    try {
      return replica instanceof LocalReplica local
          && (int) Files.getAttribute(local.getBlockFile().toPath(), "unix:nlink") > 1;
    } catch (IOException | UnsupportedOperationException e) {
      // Its files are gone, or this system knows no such thing.
      return false;
    }
  }

  /** Whether the files of what a task deletes have another name as well. */
  @Woven
  public static boolean isLinked(FsDatasetAsyncDiskService.ReplicaFileDeleteTask task) {
    return isLinked(LateDeletion.replicaOf(task));
  }

  /** As {@link LateDeletion#delete}, which spares what a new replica has under the other name. */
  @Woven
  public static boolean delete(FsDatasetAsyncDiskService.ReplicaFileDeleteTask task) {
    return unlink(
        LateDeletion.replicaOf(task), LateDeletion.poolOf(task), () -> LateDeletion.delete(task));
  }

  /** As {@link LateDeletion#keep}, in the same way. */
  @Woven
  public static boolean keep(FsDatasetAsyncDiskService.ReplicaFileDeleteTask task) {
    return unlink(
        LateDeletion.replicaOf(task), LateDeletion.poolOf(task), () -> LateDeletion.keep(task));
  }

  /**
   * Deletes the files of a replica under one of its names. Who deletes takes their space from what
   * is charged; where another name keeps them they are charged again.
   *
   * @param deletion whether the files are gone, so that their space is taken off
   * @return what the deletion returned
   */
  @Woven
  public static boolean unlink(ReplicaInfo replica, String poolId, BooleanSupplier deletion) {
    if (!isLinked(replica)) {
      return deletion.getAsBoolean();
    }
    // One after the other: of two names that go at once the second one is the last.
    synchronized (UNLINKING) {
      long kept = isLinked(replica) ? bytes(replica) : 0;
      boolean deleted = deletion.getAsBoolean();
      charge(replica, poolId, deleted ? kept : 0);
      return deleted;
    }
  }

  private static long bytes(ReplicaInfo replica) {
    return replica.getBlockDataLength() + replica.getMetadataLength();
  }

  private static void charge(ReplicaInfo replica, String poolId, long bytes) {
    ((FsVolumeImpl) replica.getVolume()).incDfsUsed(poolId, bytes);
  }

  private static void deleteFiles(LocalReplica replica) throws IOException {
    Files.deleteIfExists(replica.getMetaFile().toPath());
    Files.deleteIfExists(replica.getBlockFile().toPath());
  }

  private static void createLink(File link, File existing) throws IOException {
    Files.createLink(link.toPath(), existing.toPath());
  }
}
