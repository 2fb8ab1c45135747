package org.apache.hadoop.hdfs.server.namenode;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.util.Canceler;

/**
 * A namespace that is loaded from an image and then edit by edit, without a cluster. One at a time
 * per JVM: the policies are a singleton.
 */
public final class NamespaceReplay implements Closeable {

  private final Configuration conf;
  private final FSNamesystem namesystem;
  private long txId;

  /**
   * @param storage what the image's owner knows of its storage
   * @param folder an empty folder
   * @param txId the last transaction in the image
   */
  public NamespaceReplay(
      Configuration base, StorageInfo storage, File folder, File image, long txId)
      throws IOException {
    conf = new Configuration(base);
    FSImage target = new FSImage(conf, List.of(folder.toURI()), List.of(folder.toURI()));
    target.getStorage().setStorageInfo(storage);
    namesystem = new FSNamesystem(conf, target);
    SmallMaps.put(namesystem);
    this.txId = txId;
    namesystem.writeLock();
    try {
      FSImageFormat.newLoader(conf, namesystem).load(image, false);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    } finally {
      namesystem.writeUnlock("NamespaceReplay");
    }
  }

  public FSNamesystem namesystem() {
    return namesystem;
  }

  public long txId() {
    return txId;
  }

  /** Applies the next edit of a stream that stands before it. */
  public void apply(EditLogInputStream edits) throws IOException {
    new FSEditLogLoader(namesystem, txId).loadEditRecords(edits, false, txId + 1, 1, null, null);
    txId++;
  }

  /** Journaled edits, from one transaction on. */
  public static EditLogInputStream edits(File journal, long fromTxId) throws IOException {
    EditLogInputStream edits = new EditLogFileInputStream(journal);
    edits.skipUntil(fromTxId);
    return edits;
  }

  /** The last whole edit of a segment that nobody has closed. */
  public static long lastTxId(File journal) throws IOException {
    return EditLogFileInputStream.scanEditLog(journal, Long.MAX_VALUE, true).getEndTxId();
  }

  public List<String> digest() {
    return NamespaceDigest.ofLoader(namesystem);
  }

  /** Saves what is loaded. */
  public void save(File image) throws IOException {
    namesystem.readLock();
    try {
      SaveNamespaceContext context = new SaveNamespaceContext(namesystem, txId, new Canceler());
      long errors =
          new FSImageFormatProtobuf.Saver(context, conf)
              .save(image, FSImageCompression.createNoopCompression());
      if (errors != 0) {
        throw new IOException("image has errors: image=" + image + ", errors=" + errors);
      }
    } finally {
      namesystem.readUnlock("NamespaceReplay");
    }
  }

  @Override
  public void close() {
    namesystem.close();
  }
}
