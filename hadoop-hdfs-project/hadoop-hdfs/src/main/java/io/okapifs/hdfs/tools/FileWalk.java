package io.okapifs.hdfs.tools;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Visits the files at and below a path, without snapshots. Used by one thread, once. */
final class FileWalk {

  private final DistributedFileSystem hdfs;
  private final Visitor visitor;
  private final Deque<RemoteIterator<FileStatus>> open = new ArrayDeque<>();

  private FileWalk(DistributedFileSystem hdfs, Visitor visitor) {
    this.hdfs = hdfs;
    this.visitor = visitor;
  }

  /** What is done with each file. */
  @FunctionalInterface
  interface Visitor {
    void visit(FileStatus file) throws IOException;
  }

  /**
   * @throws FileNotFoundException where the path itself does not exist; what is deleted below it
   *     meanwhile is passed over
   */
  static void visit(DistributedFileSystem hdfs, Path path, Visitor visitor) throws IOException {
    FileWalk walk = new FileWalk(hdfs, visitor);
    walk.visit(hdfs.getFileStatus(path));
    while (!walk.open.isEmpty()) {
      if (walk.open.peek().hasNext()) {
        walk.visit(walk.open.peek().next());
      } else {
        walk.open.pop();
      }
    }
  }

  private void visit(FileStatus status) throws IOException {
    if (status.isDirectory()) {
      open(status.getPath());
    } else if (status.isFile()) {
      visitor.visit(status);
    }
  }

  private void open(Path directory) throws IOException {
    try {
      open.push(hdfs.listStatusIterator(directory));
    } catch (FileNotFoundException e) {
      // Deleted since its parent was listed; what is gone has no files.
    }
  }
}
