package io.okapifs.bench.disk;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.net.SocketOutputStream;

/**
 * The file operations of a DataNode, of which reads and writes of block files and of files that
 * repairs spool to wait for a modelled disk. Checksum files are as if they were in memory, and so
 * is what never passes here: descriptors lent to clients on the same machine, copies between
 * volumes.
 */
final class ModelledFileIo extends FileIoProvider {

  private static final String CHECKSUM_FILE = ".meta";

  private final ModelledDisk disk;

  /** HDFS sends from a channel, which does not tell its stream. */
  private final Map<FileChannel, ModelledDisk.Stream> sources =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** HDFS writes to descriptors; those of checksum files are the ones that were opened by name. */
  private final Set<FileDescriptor> checksums =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  ModelledFileIo(Configuration conf, DataNode datanode, ModelledDisk disk) {
    super(conf, datanode);
    this.disk = disk;
  }

  private static boolean isModelled(File file) {
    return !file.getName().endsWith(CHECKSUM_FILE);
  }

  @Override
  public void transferToSocketFully(
      FsVolumeSpi volume, SocketOutputStream socket, FileChannel channel, long position, int count,
      LongWritable waitTime, LongWritable transferTime)
      throws IOException {
    ModelledDisk.Stream stream = sources.get(channel);
    if (stream == null) {
      throw new IOException("sent from a file that was opened past the disk model: " + channel);
    }
    stream.read(position, count);
    super.transferToSocketFully(
        volume, socket, channel, position, count, waitTime, transferTime);
  }

  @Override
  public FileInputStream getFileInputStream(FsVolumeSpi volume, File file)
      throws FileNotFoundException {
    return modelled(super.getFileInputStream(volume, file), file);
  }

  @Override
  public FileInputStream getShareDeleteFileInputStream(FsVolumeSpi volume, File file, long offset)
      throws IOException {
    return modelled(super.getShareDeleteFileInputStream(volume, file, offset), file);
  }

  @Override
  public FileInputStream openAndSeek(FsVolumeSpi volume, File file, long offset)
      throws IOException {
    return modelled(super.openAndSeek(volume, file, offset), file);
  }

  private FileInputStream modelled(FileInputStream opened, File file) {
    if (!isModelled(file)) {
      return opened;
    }
    ModelledInput in = new ModelledInput(opened, file);
    sources.put(in.getChannel(), in.stream);
    return in;
  }

  @Override
  public RandomAccessFile getRandomAccessFile(FsVolumeSpi volume, File file, String mode)
      throws FileNotFoundException {
    if (isModelled(file)) {
      return new ModelledRandomAccess(file, mode);
    }
    RandomAccessFile opened = super.getRandomAccessFile(volume, file, mode);
    try {
      checksums.add(opened.getFD());
    } catch (IOException e) {
      throw new IllegalStateException("a file just opened is closed: " + file, e);
    }
    return opened;
  }

  @Override
  public FileOutputStream getFileOutputStream(FsVolumeSpi volume, FileDescriptor descriptor) {
    FileOutputStream opened = super.getFileOutputStream(volume, descriptor);
    return checksums.contains(descriptor) ? opened : new ModelledOutput(opened, descriptor);
  }

  private final class ModelledInput extends FileInputStream {

    private final FileInputStream opened;
    private final ModelledDisk.Stream stream;

    ModelledInput(FileInputStream opened, File file) {
      super(descriptor(opened, file));
      this.opened = opened;
      this.stream = disk.open(file);
    }

    @Override
    public int read() throws IOException {
      stream.read(getChannel().position(), 1);
      return opened.read();
    }

    @Override
    public int read(byte[] bytes) throws IOException {
      return read(bytes, 0, bytes.length);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      long position = getChannel().position();
      int count = opened.read(bytes, offset, length);
      stream.read(position, count);
      return count;
    }
  }

  private static FileDescriptor descriptor(FileInputStream opened, File file) {
    try {
      return opened.getFD();
    } catch (IOException e) {
      throw new IllegalStateException("a file just opened is closed: " + file, e);
    }
  }

  private final class ModelledOutput extends FileOutputStream {

    private final FileOutputStream opened;
    private final ModelledDisk.Stream stream;

    ModelledOutput(FileOutputStream opened, FileDescriptor descriptor) {
      super(descriptor);
      this.opened = opened;
      this.stream = disk.open(descriptor);
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value});
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      stream.write(getChannel().position(), length);
      opened.write(bytes, offset, length);
    }
  }

  private final class ModelledRandomAccess extends RandomAccessFile {

    private final ModelledDisk.Stream stream;

    ModelledRandomAccess(File file, String mode) throws FileNotFoundException {
      super(file, mode);
      this.stream = disk.open(file);
    }

    @Override
    public int read() throws IOException {
      stream.read(getFilePointer(), 1);
      return super.read();
    }

    @Override
    public int read(byte[] bytes) throws IOException {
      return read(bytes, 0, bytes.length);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      long position = getFilePointer();
      int count = super.read(bytes, offset, length);
      stream.read(position, count);
      return count;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value});
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      stream.write(getFilePointer(), length);
      super.write(bytes, offset, length);
    }
  }
}
