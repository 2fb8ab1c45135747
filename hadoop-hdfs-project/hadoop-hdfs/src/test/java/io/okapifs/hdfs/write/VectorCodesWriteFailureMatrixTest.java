package io.okapifs.hdfs.write;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Broken streams of files under codes with sub-blocks. */
class VectorCodesWriteFailureMatrixTest extends WriteFailureMatrixCases {

  @ParameterizedTest
  @ValueSource(strings = {"LESS2-4-2", "CLAY-4-2"})
  void brokenStreamsLeaveTheWholeFileOrAnException(String name) throws Exception {
    breakStreams(name);
  }
}
