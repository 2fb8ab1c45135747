package io.okapifs.hdfs.read;

import java.nio.ByteBuffer;

/**
 * Bytes to read from a block.
 *
 * @param source the block
 * @param range bytes of the block
 * @param target where they go, exactly as many; null while the plan leaves it to the executor
 */
public record Fetch(Source source, ByteRange range, ByteBuffer target) {

  public Fetch into(ByteBuffer buffer) {
    return new Fetch(source, range, buffer);
  }
}
