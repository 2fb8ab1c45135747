package io.okapifs.hdfs.write;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Broken streams of files under Reed-Solomon codes. */
class WriteFailureMatrixTest extends WriteFailureMatrixCases {

  @ParameterizedTest
  @ValueSource(strings = {"RS-3-2", "RS-6-3", "RS-4-4"})
  void brokenStreamsLeaveTheWholeFileOrAnException(String name) throws Exception {
    breakStreams(name);
  }
}
