package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.layout.WriterName;
import org.apache.hadoop.conf.Configuration;

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

  /** Why a client may not write, or null where it may. */
  String refusal(String clientName) {
    return allowed || WriterName.writesParity(clientName)
        ? null
        : "the client writes no parity: client=" + clientName + ", " + KEY + "=false";
  }
}
