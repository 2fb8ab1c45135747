package io.okapifs.bench.testbed;

import java.io.IOException;
import java.util.List;

/** Where the DataNodes of a test bed are, and how they reach each other. Nodes count from 0. */
public interface TestNetwork extends AutoCloseable {

  /** Where the DataNodes find whatever runs beside them on this machine. */
  String hostAddress();

  String address(int node);

  /** The words in front of a command that runs where the node is. */
  List<String> enter(int node);

  /** Bytes that went to the node or came from it, whichever is more; 0 where nobody counts. */
  long bytes(int node) throws IOException;

  @Override
  void close() throws IOException;

  /** All nodes on the loopback, which has no limit that is known. */
  static TestNetwork loopback() {
    return new TestNetwork() {
      @Override
      public String hostAddress() {
        return "127.0.0.1";
      }

      @Override
      public String address(int node) {
        return "127.0.0.1";
      }

      @Override
      public List<String> enter(int node) {
        return List.of();
      }

      @Override
      public long bytes(int node) {
        return 0;
      }

      @Override
      public void close() {}
    };
  }
}
