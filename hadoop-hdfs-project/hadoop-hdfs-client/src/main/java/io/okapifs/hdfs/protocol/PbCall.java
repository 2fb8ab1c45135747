package io.okapifs.hdfs.protocol;

import java.io.IOException;
import org.apache.hadoop.ipc.ProtobufHelper;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** One call of a stub that protoc made, whose exceptions hold those that a caller expects. */
@FunctionalInterface
public interface PbCall<T> {

  T run() throws ServiceException;

  /**
   * Runs a call.
   *
   * @throws IOException a RemoteException where the server threw it, else what failed on the way
   */
  static <T> T unwrapped(PbCall<T> call) throws IOException {
    try {
      return call.run();
    } catch (ServiceException e) {
      throw ProtobufHelper.getRemoteException(e);
    }
  }
}
