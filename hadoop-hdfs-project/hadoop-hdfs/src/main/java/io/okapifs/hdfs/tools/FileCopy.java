package io.okapifs.hdfs.tools;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.AclUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.io.IOUtils;

/**
 * Gives a file another form by a copy in the same directory, which is read back, and takes the
 * file's place by one rename. Owner, permissions, ACL, extended attributes, storage policy and times
 * come along; snapshots keep what they have. Until the rename the file is as it was; a copy that
 * fails is deleted. Used by one thread.
 */
final class FileCopy {

  /** Behind the name of a file; a dot stands before it. */
  private static final String SUFFIX = ".okapi-copy";

  private static final int BUFFER = 1 << 20;

  private final DistributedFileSystem hdfs;
  private final HdfsFileStatus file;
  private final Path path;
  private final Path copy;

  private FileCopy(DistributedFileSystem hdfs, HdfsFileStatus file, Path path) {
    this.hdfs = hdfs;
    this.file = file;
    this.path = path;
    this.copy = new Path(path.getParent(), "." + path.getName() + SUFFIX);
  }

  /** Whether a file is such a copy that is under way, or was left behind. */
  static boolean isCopy(Path path) {
    return path.getName().startsWith(".") && path.getName().endsWith(SUFFIX);
  }

  /**
   * @param policy as in a directory: with a stripe width, or HDFS's own form without one
   * @throws IOException where it cannot be; the file is as it was then
   */
  static void replace(DistributedFileSystem hdfs, FileStatus file, String policy)
      throws IOException {
    if (!hdfs.isFileClosed(file.getPath())) {
      throw new IOException("the file is being written");
    }
    FileCopy replacement = new FileCopy(hdfs, (HdfsFileStatus) file, file.getPath());
    OutputStream out = replacement.create(policy);
    boolean done = false;
    try {
      replacement.verify(replacement.write(out));
      replacement.takeAttributes();
      replacement.checkUnchanged();
      hdfs.rename(replacement.copy, replacement.path, Options.Rename.OVERWRITE);
      done = true;
    } finally {
      if (!done) {
        hdfs.delete(replacement.copy, false);
      }
    }
  }

  /** A copy that is there already, or being written, is not ours to delete. */
  private OutputStream create(String policy) throws IOException {
    try {
      return hdfs.createFile(copy).overwrite(false).blockSize(file.getBlockSize())
          .ecPolicyName(policy).build();
    } catch (IOException e) {
      if (hdfs.exists(copy)) {
        throw new IOException(
            "another copy is under way or was left behind: " + copy.toUri().getPath(), e);
      }
      throw e;
    }
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] write(OutputStream out) throws IOException {
    MessageDigest digest = newDigest();
    try (DigestOutputStream digesting = new DigestOutputStream(out, digest);
        InputStream in = hdfs.open(path)) {
      IOUtils.copyBytes(in, digesting, BUFFER, false);
    }
    return digest.digest();
  }

  private void verify(byte[] expected) throws IOException {
    MessageDigest digest = newDigest();
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = hdfs.open(copy)) {
      int count;
      while ((count = in.read(buffer)) > 0) {
        digest.update(buffer, 0, count);
      }
    }
    if (!MessageDigest.isEqual(digest.digest(), expected)
        || hdfs.getFileStatus(copy).getLen() != file.getLen()) {
      throw new IOException("the copy differs from what was read of the file");
    }
  }

  private void takeAttributes() throws IOException {
    for (Map.Entry<String, byte[]> attribute : hdfs.getXAttrs(path).entrySet()) {
      hdfs.setXAttr(copy, attribute.getKey(), attribute.getValue());
    }
    if (file.hasAcl()) {
      AclStatus acl = hdfs.getAclStatus(path);
      hdfs.setAcl(
          copy, AclUtil.getAclFromPermAndEntries(acl.getPermission(), acl.getEntries()));
    } else {
      hdfs.setPermission(copy, file.getPermission());
    }
    HdfsFileStatus now = hdfs.getClient().getFileInfo(copy.toUri().getPath());
    if (!now.getOwner().equals(file.getOwner()) || !now.getGroup().equals(file.getGroup())) {
      hdfs.setOwner(copy, file.getOwner(), file.getGroup());
    }
    if (file.getStoragePolicy() != now.getStoragePolicy()) {
      hdfs.setStoragePolicy(copy, hdfs.getStoragePolicy(path).getName());
    }
    hdfs.setTimes(copy, file.getModificationTime(), file.getAccessTime());
  }

  /** Between this and the rename nobody can be kept from writing. */
  private void checkUnchanged() throws IOException {
    HdfsFileStatus now = hdfs.getClient().getFileInfo(path.toUri().getPath());
    if (now == null) {
      throw new FileNotFoundException("it was deleted or renamed meanwhile");
    }
    if (now.getFileId() != file.getFileId()
        || now.getLen() != file.getLen()
        || now.getModificationTime() != file.getModificationTime()
        || !hdfs.isFileClosed(path)) {
      throw new IOException("it was written to meanwhile; nothing was changed");
    }
  }
}
