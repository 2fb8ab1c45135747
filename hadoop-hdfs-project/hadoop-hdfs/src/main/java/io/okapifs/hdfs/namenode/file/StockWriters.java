package io.okapifs.hdfs.namenode.file;

import io.okapifs.hdfs.layout.WriterName;
import io.okapifs.hdfs.namenode.OkapiParts;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * Whether clients that write no parity may write files with a stripe width. What they write is
 * unprotected until it is closed and encoded, and none of their streams may fail.
 */
public record StockWriters(boolean allowed) {

  static final String KEY = "dfs.namenode.ec.stripe-width.stock-writers.allowed";
  static final boolean DEFAULT = true;

  /** What the configuration says. */
  public static StockWriters of(Configuration conf) {
    return new StockWriters(conf.getBoolean(KEY, DEFAULT));
  }

  static StockWriters of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(StockWriters.class);
  }

  /** Why a client may not write, or null where it may. */
  String refusal(String clientName) {
    return allowed || WriterName.writesParity(clientName)
        ? null
        : "the client writes no parity: client=" + clientName + ", " + KEY + "=false";
  }
}
