package io.okapifs.hdfs.testing;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.namenode.FSImageUtil;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.FileSummary;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;

/** What an image of a NameNode has of its files. */
public record SavedImage(File image) {

  /** The last one that a cluster's NameNode saved. */
  public static SavedImage newest(BlockFileCluster cluster) {
    return new SavedImage(newestFile(cluster, "fsimage_\\d+"));
  }

  /** The last one of a cluster's images or journals. */
  public static File newestFile(BlockFileCluster cluster, String name) {
    File current =
        cluster.mini().getNamesystem().getFSImage().getStorage().getStorageDir(0).getCurrentDir();
    return Stream.of(current.listFiles())
        .filter(file -> file.getName().matches(name))
        .max(Comparator.comparing(File::getName)).orElseThrow();
  }

  /** Files that have fewer entries for block groups than block groups. */
  public int filesWithShortLists() throws IOException {
    FileSummary.Section inodes = section("INODE");
    int files = 0;
    try (InputStream in = new BufferedInputStream(new FileInputStream(image))) {
      in.skipNBytes(inodes.getOffset());
      long count = INodeSection.parseDelimitedFrom(in).getNumInodes();
      for (long i = 0; i < count; i++) {
        INodeSection.INodeFile file = INodeSection.INode.parseDelimitedFrom(in).getFile();
        files += file.getBlocksCount() < file.getBlocksList().size() ? 1 : 0;
      }
    }
    return files;
  }

  private FileSummary.Section section(String name) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(image, "r")) {
      return FSImageUtil.loadSummary(file).getSectionsList().stream()
          .filter(each -> each.getName().equals(name)).findFirst().orElseThrow();
    }
  }
}
