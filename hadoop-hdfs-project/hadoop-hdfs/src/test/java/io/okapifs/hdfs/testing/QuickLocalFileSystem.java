package io.okapifs.hdfs.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Local files of test clusters. Without its native library Hadoop starts ls or chmod for each question
 * about permissions, a few for every DataNode that starts.
 */
public final class QuickLocalFileSystem extends LocalFileSystem {

  /** Hadoop makes it, by the test resource hdfs-site.xml. */
  public QuickLocalFileSystem() {
    super(new Raw());
  }

  private static final class Raw extends RawLocalFileSystem {

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      if (permission.getStickyBit()) {
        super.setPermission(path, permission);
      } else {
        Files.setPosixFilePermissions(
            pathToFile(path).toPath(), PosixFilePermissions.fromString(permission.toString()));
      }
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
      FileStatus status = super.getFileStatus(path);
      PosixFileAttributes attributes =
          Files.readAttributes(pathToFile(path).toPath(), PosixFileAttributes.class);
      return new FileStatus(
          status.getLen(), status.isDirectory(), status.getReplication(), status.getBlockSize(),
          status.getModificationTime(), status.getAccessTime(),
          FsPermission.valueOf("-" + PosixFilePermissions.toString(attributes.permissions())),
          attributes.owner().getName(), attributes.group().getName(), status.getPath());
    }
  }
}
