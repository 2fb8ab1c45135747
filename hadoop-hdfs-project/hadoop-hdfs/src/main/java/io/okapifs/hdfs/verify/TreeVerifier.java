package io.okapifs.hdfs.verify;

import io.okapifs.hdfs.layout.GroupPolicy;
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
 * reading all their blocks and computing their parities again. Used by one thread.
 */
public final class TreeVerifier {

  private final DistributedFileSystem fs;
  private final VerifyReport report;
  private GroupPolicy policy;
  private GroupVerifier groups;

  public TreeVerifier(DistributedFileSystem fs, VerifyReport report) {
    this.fs = fs;
    this.report = report;
  }

  /**
   * Verifies a file, or all files below a directory.
   *
   * @throws IOException where the path itself is not one to verify; the message is one sentence
   */
  public void verify(Path path) throws IOException {
    HdfsFileStatus status = fs.getClient().getFileInfo(nameOf(path));
    if (status == null) {
      throw new FileNotFoundException(path + " does not exist");
    }
    if (status.isDirectory()) {
      verifyTree(path);
    } else if (status.getErasureCodingPolicy() == null) {
      throw new IOException(path + " is not erasure coded: it has no parity to verify");
    } else {
      verifyFile(path, status);
    }
    if (!report.sawFiles()) {
      throw new IOException("there is no erasure coded file below " + path);
    }
  }

  private void verifyTree(Path root) throws IOException {
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
      } else if (next.isDirectory()) {
        enter(open, next.getPath());
      } else if (!next.isSymlink() && next.isErasureCoded()) {
        verifyFile(next.getPath(), (HdfsFileStatus) next);
      } else {
        report.other();
      }
    }
  }

  private void enter(Deque<RemoteIterator<FileStatus>> open, Path directory) {
    try {
      open.push(fs.listStatusIterator(directory));
    } catch (FileNotFoundException deleted) {
      report.skipped(nameOf(directory), "it was deleted or renamed meanwhile");
    } catch (IOException e) {
      report.incomplete("UNVERIFIED", nameOf(directory) + ": " + e.getMessage());
    }
  }

  private void verifyFile(Path path, HdfsFileStatus status) {
    String name = nameOf(path);
    try {
      VerifiedFile file = VerifiedFile.of(fs.getClient(), name, status);
      GroupVerifier verifier = verifierOf(file);
      for (long group = 0; group < file.groupCount(); group++) {
        verifier.verify(file, group);
        report.groupDone();
      }
      report.fileDone();
    } catch (FileChangedException e) {
      report.skipped(name, e.getMessage());
    } catch (IOException | IllegalArgumentException e) {
      report.incomplete("UNVERIFIED", name + ": " + e.getMessage());
    }
  }

  /** Files of one policy follow each other as a rule, so that one set of buffers is enough. */
  private GroupVerifier verifierOf(VerifiedFile file) {
    if (!file.policy().equals(policy)) {
      groups = new GroupVerifier(fs.getClient(), fs.getConf(), report, file);
      policy = file.policy();
    }
    return groups;
  }

  private String nameOf(Path path) {
    return fs.makeQualified(path).toUri().getPath();
  }
}
