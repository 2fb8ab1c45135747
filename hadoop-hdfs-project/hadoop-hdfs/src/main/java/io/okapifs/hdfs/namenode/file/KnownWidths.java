package io.okapifs.hdfs.namenode.file;

import io.okapifs.hdfs.namenode.OkapiParts;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/** Whether a file has a stripe width, or has had one since this NameNode started. */
public final class KnownWidths {

  private volatile boolean any;

  public static KnownWidths of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(KnownWidths.class);
  }

  /** Remembers that there is such a file. Any thread may call it. */
  public void note() {
    if (!any) {
      any = true;
    }
  }

  boolean any() {
    return any;
  }
}
