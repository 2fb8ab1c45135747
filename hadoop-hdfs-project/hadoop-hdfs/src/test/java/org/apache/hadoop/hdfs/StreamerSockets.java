package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.util.function.LongPredicate;
import org.apache.hadoop.net.StandardSocketFactory;

/** Sockets of clients in this JVM; a test can refuse those of streams that write certain blocks. */
public final class StreamerSockets extends StandardSocketFactory {

  /** Has a client take them, as a setting of a cluster. */
  public static final String SETTING =
      "hadoop.rpc.socket.factory.class.ClientProtocol=org.apache.hadoop.hdfs.StreamerSockets";

  private static volatile LongPredicate refused = block -> false;

  /**
   * @param blocks ids of internal blocks to which no stream connects
   */
  public static void refuse(LongPredicate blocks) {
    refused = blocks;
  }

  @Override
  public Socket createSocket() throws IOException {
    if (Thread.currentThread() instanceof StripedDataStreamer streamer
        && refused.test(streamer.getBlock().getBlockId())) {
      throw new ConnectException("refused by the test: " + streamer.getBlock());
    }
    return super.createSocket();
  }
}
