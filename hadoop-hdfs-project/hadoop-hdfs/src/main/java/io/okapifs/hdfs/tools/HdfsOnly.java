package io.okapifs.hdfs.tools;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** File systems that a command can do something with. */
final class HdfsOnly {

  private HdfsOnly() {}

  /**
   * @throws IOException where it is of another kind
   */
  static DistributedFileSystem of(FileSystem files) throws IOException {
    if (files instanceof DistributedFileSystem hdfs) {
      return hdfs;
    }
    throw new IOException(files.getUri() + " is not an HDFS file system");
  }
}
