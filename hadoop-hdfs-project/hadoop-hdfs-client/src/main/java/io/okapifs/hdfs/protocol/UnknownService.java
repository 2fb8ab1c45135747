package io.okapifs.hdfs.protocol;

import java.io.IOException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.security.authorize.AuthorizationException;

/** How servers answer that do not have a service, as stock NameNodes and Routers. */
public final class UnknownService {

  /** What HDFS says where service authorization is on. */
  private static final String UNAUTHORIZED = "Unknown protocol: ";

  private UnknownService() {}

  /** Whether a call failed since the server has no such service. */
  public static boolean isCauseOf(IOException e) {
    if (!(e instanceof RemoteException remote)) {
      return false;
    }
    return RpcNoSuchProtocolException.class.getName().equals(remote.getClassName())
        || AuthorizationException.class.getName().equals(remote.getClassName())
            && String.valueOf(remote.getMessage()).contains(UNAUTHORIZED);
  }
}
