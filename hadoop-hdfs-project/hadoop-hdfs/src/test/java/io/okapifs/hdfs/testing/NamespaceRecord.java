package io.okapifs.hdfs.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.namenode.EditLogInputStream;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NamespaceReplay;

/**
 * The first image of a cluster and its whole journal, to be loaded when the cluster is gone.
 *
 * @param folder where copies and loaders may put files
 */
public record NamespaceRecord(
    Configuration conf, StorageInfo storage, Path folder, File image, File journal,
    long lastTxId) {

  /** Of a cluster whose NameNode has not been restarted, nor has it saved an image. */
  public static NamespaceRecord of(BlockFileCluster cluster, Path folder) throws IOException {
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    namesystem.writeLock();
    try {
      namesystem.getEditLog().logSync();
      File current = namesystem.getFSImage().getStorage().getStorageDir(0).getCurrentDir();
      return new NamespaceRecord(
          cluster.mini().getConfiguration(0),
          new StorageInfo(namesystem.getFSImage().getStorage()), folder,
          copy(current, "fsimage_0000000000000000000", folder),
          copy(current, "edits_inprogress_0000000000000000001", folder),
          namesystem.getEditLog().getLastWrittenTxId());
    } finally {
      namesystem.writeUnlock();
    }
  }

  private static File copy(File from, String name, Path folder) throws IOException {
    return Files.copy(from.toPath().resolve(name), folder.resolve(name)).toFile();
  }

  /** The same, to be loaded with other settings. */
  public NamespaceRecord with(Configuration settings) {
    return new NamespaceRecord(settings, storage, folder, image, journal, lastTxId);
  }

  /** The first image alone. */
  public NamespaceReplay load() throws IOException {
    return load(image, 0);
  }

  public NamespaceReplay load(File saved, long txId) throws IOException {
    File name = Files.createTempDirectory(folder, "loader").toFile();
    return new NamespaceReplay(conf, storage, name, saved, txId);
  }

  /** The first image and all edits. */
  public NamespaceReplay loadAll() throws IOException {
    NamespaceReplay replay = load();
    try (EditLogInputStream edits = NamespaceReplay.edits(journal, 1)) {
      while (replay.txId() < lastTxId) {
        replay.apply(edits);
      }
    }
    return replay;
  }
}
