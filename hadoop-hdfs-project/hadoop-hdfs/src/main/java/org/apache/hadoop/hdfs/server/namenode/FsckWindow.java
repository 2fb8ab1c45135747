package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.PrivateField;
import java.io.PrintWriter;
import java.lang.invoke.VarHandle;

/** What a file system check keeps to itself. */
public final class FsckWindow {

  private static final VarHandle NAME_NODE =
      PrivateField.of(NamenodeFsck.class, "namenode", NameNode.class);
  private static final VarHandle OUT =
      PrivateField.of(NamenodeFsck.class, "out", PrintWriter.class);
  private static final VarHandle SHOWS_FILES =
      PrivateField.of(NamenodeFsck.class, "showFiles", boolean.class);
  private static final VarHandle MOVES =
      PrivateField.of(NamenodeFsck.class, "doMove", boolean.class);

  private FsckWindow() {}

  public static NameNode nameNode(NamenodeFsck fsck) {
    return (NameNode) NAME_NODE.get(fsck);
  }

  public static PrintWriter out(NamenodeFsck fsck) {
    return (PrintWriter) OUT.get(fsck);
  }

  /** Whether a line is printed for every file. */
  public static boolean showsFiles(NamenodeFsck fsck) {
    return (boolean) SHOWS_FILES.get(fsck);
  }

  /** Whether what is left of corrupt files is copied elsewhere. */
  public static boolean moves(NamenodeFsck fsck) {
    return (boolean) MOVES.get(fsck);
  }
}
