package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.transition.TransitionGoal;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.AclUtil;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.io.IOUtils;

/**
 * Gives a file another form by a copy in a folder beside it, which is read back, and takes the
 * file's place by one rename. Owner, permissions, ACL, extended attributes, storage policy and
 * times come along; snapshots keep what they have. Until the rename the file is as it was, and
 * nobody but the owner may read the copy; one that fails is deleted. What a client that was killed
 * left behind goes with the next copy of the file, once it is an hour old. Used by one thread.
 */
final class FileCopy {

  /** The name of folders that have nothing but copies. */
  private static final String FOLDER = TransitionGoal.COPIES;

  private static final FsPermission OWNER_ONLY = new FsPermission((short) 0600);

  /** A copy that nobody has written to for so long is not under way. */
  private static final long LEFT_BEHIND_MILLIS = TimeUnit.HOURS.toMillis(1);

  private static final int BUFFER = 1 << 20;

  private final DistributedFileSystem hdfs;
  private final HdfsFileStatus file;
  private final Path path;
  private final Path copy;

  private FileCopy(DistributedFileSystem hdfs, HdfsFileStatus file, Path path) {
    this.hdfs = hdfs;
    this.file = file;
    this.path = path;
    this.copy = new Path(new Path(path.getParent(), FOLDER), path.getName());
  }

  /** Whether a file is such a copy that is under way, or was left behind. */
  static boolean isCopy(Path path) {
    return path.getParent() != null && path.getParent().getName().equals(FOLDER);
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
      replacement.takePermissions();
      hdfs.rename(replacement.copy, replacement.path, Options.Rename.OVERWRITE);
      done = true;
    } finally {
      if (!done) {
        hdfs.delete(replacement.copy, false);
      }
      replacement.deleteFolder();
    }
  }

  /** A copy that may be under way is not ours to delete. */
  private OutputStream create(String policy) throws IOException {
    if (wasLeftBehind()) {
      hdfs.delete(copy, false);
    }
    hdfs.mkdirs(copy.getParent());
    try {
      return hdfs.createFile(copy).overwrite(false).permission(OWNER_ONLY)
          .blockSize(file.getBlockSize()).ecPolicyName(policy).build();
    } catch (IOException e) {
      if (hdfs.exists(copy)) {
        throw new IOException(
            "another copy is under way, or was left behind less than an hour ago: "
                + copy.toUri().getPath(), e);
      }
      deleteFolder();
      throw e;
    }
  }

  private boolean wasLeftBehind() throws IOException {
    HdfsFileStatus other = hdfs.getClient().getFileInfo(copy.toUri().getPath());
    return other != null
        && hdfs.isFileClosed(copy)
        && System.currentTimeMillis() - other.getModificationTime() > LEFT_BEHIND_MILLIS;
  }

  private void deleteFolder() throws IOException {
    try {
      hdfs.delete(copy.getParent(), false);
    } catch (PathIsNotEmptyDirectoryException e) {
      // Others have copies in it; the last of them deletes it.
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
    HdfsFileStatus now = hdfs.getClient().getFileInfo(copy.toUri().getPath());
    if (!now.getOwner().equals(file.getOwner()) || !now.getGroup().equals(file.getGroup())) {
      hdfs.setOwner(copy, file.getOwner(), file.getGroup());
    }
    if (file.getStoragePolicy() != now.getStoragePolicy()) {
      hdfs.setStoragePolicy(copy, hdfs.getStoragePolicy(path).getName());
    }
    hdfs.setTimes(copy, file.getModificationTime(), file.getAccessTime());
  }

  /** At last: from now on others may read the copy as they may read the file. */
  private void takePermissions() throws IOException {
    if (file.hasAcl()) {
      AclStatus acl = hdfs.getAclStatus(path);
      hdfs.setAcl(
          copy, AclUtil.getAclFromPermAndEntries(acl.getPermission(), acl.getEntries()));
    } else {
      hdfs.setPermission(copy, file.getPermission());
    }
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
