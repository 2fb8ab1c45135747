package io.okapifs.bench.dfsperf.cluster;

import io.okapifs.bench.dfsperf.suite.Redundancy;
import io.okapifs.bench.own.MissingBlocks;
import io.okapifs.bench.own.Transitions;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Asks a NameNode. */
public record HdfsRedundancy(DistributedFileSystem fs) implements Redundancy {

  /** Whether a file system can be asked. */
  public static boolean isOf(FileSystem fs) {
    return fs instanceof DistributedFileSystem;
  }

  static Redundancy of(FileSystem fs) throws IOException {
    if (fs instanceof DistributedFileSystem hdfs) {
      return new HdfsRedundancy(hdfs);
    }
    throw new IOException("not HDFS: fs=" + fs.getUri());
  }

  @Override
  public Missing missing(Path file) throws IOException {
    MissingBlocks missing = MissingBlocks.of(fs, file);
    return new Missing() {
      @Override
      public long bytes() {
        return missing.bytes();
      }

      @Override
      public boolean isOf(long offset, long bytes) {
        return missing.isOf(offset, bytes);
      }
    };
  }

  @Override
  public void change(Path file, String policy) throws IOException {
    try {
      Transitions.file(fs, file, policy);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted: file=" + file + ", policy=" + policy, e);
    } catch (Exception e) {
      throw new IOException(e.getMessage() + ": file=" + file + ", policy=" + policy, e);
    }
  }
}
