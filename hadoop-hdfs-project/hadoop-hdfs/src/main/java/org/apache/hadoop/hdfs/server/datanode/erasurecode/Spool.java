package org.apache.hadoop.hdfs.server.datanode.erasurecode;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.VolumeTmp;
import org.apache.hadoop.io.IOUtils;

/**
 * A file of a DataNode that lasts as long as a repair, in the folder of temporary replicas, which
 * HDFS empties at start. Its space is reserved beforehand, like that of a replica. Used by one
 * thread.
 */
final class Spool implements Closeable {

  private final FsVolumeReference volume;
  private final FileChannel file;
  private final long bytes;

  private Spool(FsVolumeReference volume, FileChannel file, long bytes) {
    this.volume = volume;
    this.file = file;
    this.bytes = bytes;
  }

  /** A new one on the volume with the most space. */
  static Spool create(RepairSite site, String blockPool, long bytes) throws IOException {
    FsVolumeReference volume = roomiest(site, bytes);
    volume.getVolume().reserveSpaceForReplica(bytes);
    try {
      Path path =
          Files.createTempFile(
              VolumeTmp.of(volume.getVolume(), blockPool).toPath(), "group-repair-", ".spool");
      FileChannel file =
          FileChannel.open(
              path, StandardOpenOption.READ, StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
      return new Spool(volume, file, bytes);
    } catch (IOException | RuntimeException e) {
      release(volume, bytes);
      throw e;
    }
  }

  private static FsVolumeReference roomiest(RepairSite site, long bytes) throws IOException {
    FsVolumeSpi best = null;
    try (FsVolumeReferences volumes = site.datanode().getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        boolean better = best == null || volume.getAvailable() > best.getAvailable();
        if (!volume.isTransientStorage() && better) {
          best = volume;
        }
      }
      if (best == null || best.getAvailable() < bytes) {
        throw new IOException(
            "no volume has room to spool a repair: bytesNeeded=" + bytes + ", roomiest=" + best
                + ", availableBytes=" + (best == null ? 0 : best.getAvailable()));
      }
      return best.obtainReference();
    }
  }

  private static void release(FsVolumeReference volume, long bytes) {
    volume.getVolume().releaseReservedSpace(bytes);
    IOUtils.closeStream(volume);
  }

  /** Writes what remains of a buffer, which keeps its position. */
  void write(ByteBuffer from, long position) throws IOException {
    ByteBuffer data = from.duplicate();
    for (long at = position; data.hasRemaining(); ) {
      at += file.write(data, at);
    }
  }

  /** Fills what remains of a buffer, which is flipped then. */
  void read(ByteBuffer into, long position) throws IOException {
    for (long at = position; into.hasRemaining(); ) {
      int count = file.read(into, at);
      if (count < 0) {
        throw new EOFException("the spool ends early: offset=" + at + ", bytes=" + bytes);
      }
      at += count;
    }
    into.flip();
  }

  @Override
  public void close() throws IOException {
    try {
      file.close();
    } finally {
      release(volume, bytes);
    }
  }
}
