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
      FileStatus next = walk.next();
      if (next == null) {
        walk.open.pop();
      } else {
        walk.visit(next);
      }
    }
  }

  /** The next entry of the innermost directory; null at its end. */
  private FileStatus next() throws IOException {
    try {
      return open.peek().hasNext() ? open.peek().next() : null;
    } catch (FileNotFoundException e) {
      // Deleted since a part of it was listed.
      return null;
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
