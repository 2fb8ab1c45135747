package io.okapifs.hdfs.read;

import java.nio.ByteBuffer;

/**
 * Bytes to read from a block.
 *
 * @param source the block
 * @param range bytes of the block
 * @param target where they go, exactly as many; null while the plan leaves it to the executor
 * @param goesOnTo where what the read wants of the block ends, the range and what follows it at
 *     once
 */
public record Fetch(Source source, ByteRange range, ByteBuffer target, long goesOnTo) {

  public Fetch {
    if (goesOnTo < range.to()) {
      throw new IllegalArgumentException(
          "a fetch ends behind its range: range=" + range + ", goesOnTo=" + goesOnTo);
    }
  }

  /** One behind which nothing is known to be wanted. */
  public Fetch(Source source, ByteRange range, ByteBuffer target) {
    this(source, range, target, range.to());
  }

  public Fetch into(ByteBuffer buffer) {
    return new Fetch(source, range, buffer, goesOnTo);
  }

  Fetch goingOnTo(long end) {
    return new Fetch(source, range, target, end);
  }
}
