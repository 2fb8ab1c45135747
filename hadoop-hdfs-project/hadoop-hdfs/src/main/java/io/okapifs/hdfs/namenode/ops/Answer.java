package io.okapifs.hdfs.namenode.ops;

import java.io.IOException;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** What a server answers, whose exceptions stubs that protoc made want wrapped. */
@FunctionalInterface
interface Answer<T> {

  T make() throws IOException;

  static <T> T wrapped(Answer<T> answer) throws ServiceException {
    try {
      return answer.make();
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }
}
