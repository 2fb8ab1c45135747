package io.okapifs.hdfs.write;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writers that find another NameNode before any of their calls is executed. */
class WriteFailoverTest extends WriterCallCases {

  /** The call never reaches the NameNode that was active, as if that had not journaled it. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void aFailoverBeforeAnyCallLosesNothing(int s) throws Exception {
    failOverAtEachCall(s, true);
  }
}
