package io.okapifs.hdfs.datanode.repair;

import java.io.Closeable;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.VolumeWindow;
import org.apache.hadoop.io.IOUtils;

/**
 * A file of a DataNode that lasts as long as a repair, in the folder of temporary replicas, which
 * HDFS empties at start. Its space is reserved beforehand, like that of a replica, and it is
 * written and read through HDFS's file operations, so that a failing disk is noticed. Used by one
 * thread.
 */
final class Spool implements Closeable {

  private static final int PIECE_BYTES = 64 << 10;

  private final FsVolumeReference volume;
  private final File path;
  private final RandomAccessFile file;
  private final long bytes;
  private final byte[] piece = new byte[PIECE_BYTES];

  private Spool(FsVolumeReference volume, File path, RandomAccessFile file, long bytes) {
    this.volume = volume;
    this.path = path;
    this.file = file;
    this.bytes = bytes;
  }

  /** A new one on the volume with the most space. */
  static Spool create(RepairContext context, String blockPool, long bytes) throws IOException {
    FsVolumeReference volume = roomiest(context, bytes);
    volume.getVolume().reserveSpaceForReplica(bytes);
    File path = null;
    try {
      path =
          File.createTempFile(
              "group-repair-", ".spool",
              VolumeWindow.temporaryFolder(volume.getVolume(), blockPool));
      RandomAccessFile file =
          volume.getVolume().getFileIoProvider()
              .getRandomAccessFile(volume.getVolume(), path, "rw");
      return new Spool(volume, path, file, bytes);
    } catch (IOException | RuntimeException e) {
      if (path != null) {
        delete(volume, path);
      }
      release(volume, bytes);
      throw e;
    }
  }

  private static void delete(FsVolumeReference volume, File path) {
    volume.getVolume().getFileIoProvider().deleteWithExistsCheck(volume.getVolume(), path);
  }

  private static FsVolumeReference roomiest(RepairContext context, long bytes) throws IOException {
    FsVolumeSpi best = null;
    try (FsVolumeReferences volumes = context.datanode().getFSDataset().getFsVolumeReferences()) {
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
    file.seek(position);
    while (data.hasRemaining()) {
      int count = Math.min(data.remaining(), piece.length);
      data.get(piece, 0, count);
      file.write(piece, 0, count);
    }
  }

  /** Fills what remains of a buffer, which is flipped then. */
  void read(ByteBuffer into, long position) throws IOException {
    file.seek(position);
    while (into.hasRemaining()) {
      int count = file.read(piece, 0, Math.min(into.remaining(), piece.length));
      if (count < 0) {
        throw new EOFException(
            "the spool ends early: offset=" + file.getFilePointer() + ", bytes=" + bytes);
      }
      into.put(piece, 0, count);
    }
    into.flip();
  }

  @Override
  public void close() throws IOException {
    try {
      file.close();
    } finally {
      try {
        delete(volume, path);
      } finally {
        release(volume, bytes);
      }
    }
  }
}
