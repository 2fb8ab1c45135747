package org.apache.hadoop.hdfs.server.namenode;

import java.io.PrintWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What a file system check keeps to itself. */
final class NamenodeFsckAccess {

  private static final VarHandle NAME_NODE = handle("namenode", NameNode.class);
  private static final VarHandle OUT = handle("out", PrintWriter.class);
  private static final VarHandle SHOWS_FILES = handle("showFiles", boolean.class);
  private static final VarHandle MOVES = handle("doMove", boolean.class);

  private NamenodeFsckAccess() {}

  private static VarHandle handle(String field, Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(NamenodeFsck.class, MethodHandles.lookup())
          .findVarHandle(NamenodeFsck.class, field, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static NameNode nameNode(NamenodeFsck fsck) {
    return (NameNode) NAME_NODE.get(fsck);
  }

  static PrintWriter out(NamenodeFsck fsck) {
    return (PrintWriter) OUT.get(fsck);
  }

  /** Whether a line is printed for every file. */
  static boolean showsFiles(NamenodeFsck fsck) {
    return (boolean) SHOWS_FILES.get(fsck);
  }

  /** Whether what is left of corrupt files is copied elsewhere. */
  static boolean moves(NamenodeFsck fsck) {
    return (boolean) MOVES.get(fsck);
  }
}
