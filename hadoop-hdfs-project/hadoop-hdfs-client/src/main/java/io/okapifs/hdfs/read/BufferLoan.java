package io.okapifs.hdfs.read;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.hadoop.io.ByteBufferPool;

/** Direct buffers that one read has borrowed; what is not handed on goes back at the end. */
final class BufferLoan implements AutoCloseable {

  private final ByteBufferPool pool;
  private final Set<ByteBuffer> borrowed = Collections.newSetFromMap(new IdentityHashMap<>());

  BufferLoan(ByteBufferPool pool) {
    this.pool = pool;
  }

  /** A direct buffer from 0 to exactly {@code bytes}, with whatever it held before. */
  ByteBuffer take(int bytes) {
    ByteBuffer buffer = pool.getBuffer(true, bytes);
    buffer.clear().limit(bytes);
    borrowed.add(buffer);
    return buffer;
  }

  /** A direct buffer of zeros. */
  ByteBuffer takeZeros(int bytes) {
    ByteBuffer buffer = take(bytes);
    while (buffer.remaining() >= Long.BYTES) {
      buffer.putLong(0);
    }
    while (buffer.hasRemaining()) {
      buffer.put((byte) 0);
    }
    return buffer.clear().limit(bytes);
  }

  /** The buffer belongs to somebody else from now on. */
  ByteBuffer handOn(ByteBuffer buffer) {
    borrowed.remove(buffer);
    return buffer;
  }

  void giveBack(ByteBuffer buffer) {
    if (borrowed.remove(buffer)) {
      pool.putBuffer(buffer);
    }
  }

  @Override
  public void close() {
    borrowed.forEach(pool::putBuffer);
    borrowed.clear();
  }
}
