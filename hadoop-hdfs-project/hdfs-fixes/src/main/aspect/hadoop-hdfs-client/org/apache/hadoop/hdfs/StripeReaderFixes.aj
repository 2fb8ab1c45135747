package org.apache.hadoop.hdfs;

import java.nio.ByteBuffer;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.apache.hadoop.hdfs.util.StripedBlockUtil.ChunkByteBuffer;

/**
 * Why: a degraded positional read of a file in HDFS's own layout returned wrong bytes, silently.
 * Ladder: a call between two classes that upstream constructs itself.
 * Gone when: HDFS-16970 is in.
 */
aspect StripeReaderFixes {

  // fix: a degraded positional read of a file in HDFS's own layout returned wrong bytes
  pointcut fillDecoded(StripeReader reader, ChunkByteBuffer slices) :
      call(public void StripedBlockUtil.ChunkByteBuffer.copyFrom(ByteBuffer))
      && withincode(void StripeReader.decodeAndFillBuffer(boolean))
      && this(reader)
      && target(slices);

  before(StripeReader reader, ChunkByteBuffer slices) : fillDecoded(reader, slices) {
    DecodedSlices.rewind(reader, slices);
  }
}
