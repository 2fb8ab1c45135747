package io.okapifs.hdfs.namenode.journal;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.server.namenode.EditLogWindow;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;

/**
 * What journal and image keep of a whole namespace: an extended attribute of the root directory, in
 * the system's namespace. An immutable value.
 *
 * @param name without its namespace
 */
public record KeptAtRoot(String name) {

  /** Bytes of a value: HDFS keeps the length of an attribute's value in 16 bits. */
  public static final int VALUE_MAX = 60_000;

  private static final String NAMESPACE = "system.";

  /** Its value, if there is one; under the namesystem's lock. */
  public Optional<byte[]> read(FSDirectory directory) {
    return Optional.ofNullable(directory.getRoot().getXAttrFeature())
        .map(feature -> feature.getXAttr(NAMESPACE + name))
        .map(XAttr::getValue);
  }

  /** Changes and journals it, under the namesystem's write lock; the caller syncs the journal. */
  public void write(FSNamesystem namesystem, byte[] value) throws IOException {
    FSDirectory directory = namesystem.getFSDirectory();
    NamespaceWindow.lock(directory);
    try {
      EditLogWindow.setAttribute(
          namesystem, directory.getINodesInPath("/", DirOp.WRITE),
          new XAttr.Builder()
              .setNameSpace(XAttr.NameSpace.SYSTEM).setName(name).setValue(value).build());
    } finally {
      NamespaceWindow.unlock(directory);
    }
  }
}
