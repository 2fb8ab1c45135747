package io.okapifs.hdfs.write;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writers that find another NameNode behind any of their calls, whose answer is lost. */
class LateFailoverTest extends WriterCallCases {

  /** The next NameNode has read what was done, and the client does not know. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void aFailoverAfterAnyCallLosesNothing(int s) throws Exception {
    failOverAtEachCall(s, false);
  }

  /**
   * The next NameNode has heard of replicas with the old stamp only, and hears of the new one after
   * the writer has committed the stripe.
   */
  @Test
  void aReplicaThatIsReportedBetweenCommitAndCompletionIsKnown() throws Exception {
    reportBehindTheCommit(3);
  }
}
