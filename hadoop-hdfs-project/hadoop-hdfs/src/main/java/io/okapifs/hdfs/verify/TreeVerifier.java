package io.okapifs.hdfs.verify;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/**
 * Verifies the erasure coded files of a tree, decoupled ones and those in HDFS's own layout, by
 * reading all their blocks and computing their parities again. Used by one thread, once; groups are
 * read by as many as the options say.
 */
public final class TreeVerifier {

  private final DistributedFileSystem fs;
  private final VerifyReport report;
  private final VerifyOptions options;
  private final FileQueue queue;
  private final GroupThreads threads;
  private final VerifyState state;

  public TreeVerifier(DistributedFileSystem fs, VerifyReport report, VerifyOptions options) {
    this(fs, report, options, null);
  }

  /**
   * @param state told of each file that is finished; may be null
   */
  public TreeVerifier(
      DistributedFileSystem fs, VerifyReport report, VerifyOptions options, VerifyState state) {
    this.fs = fs;
    this.report = report;
    this.options = options;
    this.state = state;
    this.queue =
        new FileQueue(
            file -> {
              if (state != null) {
                state.finished(file.path(), file.counters());
              }
            });
    this.threads = new GroupThreads(fs, options);
  }

  /**
   * Verifies a file, or all files below a directory.
   *
   * @throws IOException where the path itself is not one to verify; the message is one sentence
   */
  public void verify(Path path) throws IOException {
    try {
      visitTop(path);
    } finally {
      threads.close();
      if (state != null) {
        state.note();
      }
    }
    threads.check();
    if (!report.sawFiles()) {
      throw new IOException("there is no erasure coded file below " + path);
    }
  }

  private void visitTop(Path path) throws IOException {
    HdfsFileStatus status = fs.getClient().getFileInfo(nameOf(path));
    if (status == null) {
      throw new FileNotFoundException(path + " does not exist");
    }
    if (!status.isDirectory() && status.getErasureCodingPolicy() == null) {
      throw new IOException(path + " is not erasure coded: it has no parity to verify");
    }
    if (state != null) {
      state.begin();
    }
    if (status.isDirectory()) {
      walk(path);
    } else if (!isBehind(nameOf(path), false)) {
      visit(nameOf(path), status);
    }
  }

  private void walk(Path root) throws IOException {
    Deque<RemoteIterator<FileStatus>> open = new ArrayDeque<>();
    open.push(fs.listStatusIterator(root));
    while (!open.isEmpty()) {
      FileStatus next;
      try {
        next = open.peek().hasNext() ? open.peek().next() : null;
      } catch (FileNotFoundException deleted) {
        next = null;
      }
      if (next == null) {
        open.pop();
      } else if (!isBehind(nameOf(next.getPath()), next.isDirectory())) {
        if (next.isDirectory()) {
          enter(open, next.getPath());
        } else {
          visit(nameOf(next.getPath()), (HdfsFileStatus) next);
        }
      }
    }
  }

  /** Whether a part of this verification that was run before has finished it. */
  private boolean isBehind(String entry, boolean isDirectory) {
    return options.startBehind() != null
        && ListingOrder.isBehind(entry, isDirectory, options.startBehind());
  }

  private void enter(Deque<RemoteIterator<FileStatus>> open, Path directory)
      throws IOException {
    try {
      open.push(fs.listStatusIterator(directory));
    } catch (FileNotFoundException deleted) {
      FileRun run = begin(nameOf(directory));
      run.skip("it was deleted or renamed meanwhile");
      run.endFile();
    } catch (IOException e) {
      FileRun run = begin(nameOf(directory));
      run.fail(e.getMessage());
      run.endFile();
    }
  }

  private FileRun begin(String name) throws IOException {
    FileRun run = new FileRun(name, report, queue);
    queue.begin(run);
    return run;
  }

  private void visit(String name, HdfsFileStatus status) throws IOException {
    FileRun run = begin(name);
    if (status.isSymlink() || status.getErasureCodingPolicy() == null) {
      run.passOver(Count.OTHERS);
    } else if (status.getModificationTime() > options.changedUntilMillis()) {
      run.passOver(Count.YOUNG);
    } else {
      verify(run, status);
      run.endFile();
    }
  }

  private void verify(FileRun run, HdfsFileStatus status) throws IOException {
    VerifiedFile file;
    try {
      file = VerifiedFile.of(fs.getClient(), run.path(), status);
    } catch (IllegalArgumentException e) {
      run.fail(e.getMessage());
      return;
    }
    for (long group = 0; group < file.groupCount() && !run.isEnded(); group++) {
      if (options.sample().takes(status.getFileId(), group)) {
        threads.read(file, group, run);
      } else {
        run.count(Count.LEFT_OUT, 1);
      }
    }
  }

  private String nameOf(Path path) {
    return fs.makeQualified(path).toUri().getPath();
  }
}
