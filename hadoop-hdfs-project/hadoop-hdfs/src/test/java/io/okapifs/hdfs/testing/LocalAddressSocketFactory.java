package io.okapifs.hdfs.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.apache.hadoop.net.StandardSocketFactory;

/** Sockets of another address of this machine than that of the daemons of the tests. */
public final class LocalAddressSocketFactory extends StandardSocketFactory {

  static final String ADDRESS = "127.0.0.9";

  @Override
  public Socket createSocket() throws IOException {
    Socket socket = super.createSocket();
    socket.bind(new InetSocketAddress(ADDRESS, 0));
    return socket;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LocalAddressSocketFactory;
  }

  @Override
  public int hashCode() {
    return LocalAddressSocketFactory.class.hashCode();
  }
}
