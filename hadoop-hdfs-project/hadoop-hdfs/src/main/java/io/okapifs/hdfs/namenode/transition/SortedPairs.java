package io.okapifs.hdfs.namenode.transition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.PrimitiveIterator;

/**
 * A set of pairs of numbers in their order, by the first and then by the second: 16 bytes each
 * where they were added in order, twice as much at worst. A tree of objects takes 64 or more. Used
 * by one thread at a time.
 */
final class SortedPairs {

  /** Pairs of one chunk: what an addition may have to shift. */
  private static final int CHUNK = 256;

  /** Some pairs that follow each other; none is empty. */
  private static final class Chunk {
    private long[] numbers = new long[8];
    private int count;

    long first(int at) {
      return numbers[2 * at];
    }

    long second(int at) {
      return numbers[2 * at + 1];
    }

    /** The place of the first pair that is not before another one. */
    int place(long first, long second) {
      int low = 0;
      int high = count;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (isBefore(middle, first, second)) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    boolean isBefore(int at, long first, long second) {
      return first(at) < first || first(at) == first && second(at) < second;
    }

    boolean has(int at, long first, long second) {
      return at < count && first(at) == first && second(at) == second;
    }

    void insert(int at, long first, long second) {
      if (2 * count == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * numbers.length);
      }
      System.arraycopy(numbers, 2 * at, numbers, 2 * at + 2, 2 * (count - at));
      numbers[2 * at] = first;
      numbers[2 * at + 1] = second;
      count++;
    }

    void remove(int at) {
      count--;
      System.arraycopy(numbers, 2 * at + 2, numbers, 2 * at, 2 * (count - at));
    }

    /** Moves the upper half to a chunk of its own. */
    Chunk split() {
      Chunk upper = new Chunk();
      int kept = count / 2;
      upper.numbers = Arrays.copyOfRange(numbers, 2 * kept, 2 * CHUNK);
      upper.count = count - kept;
      count = kept;
      return upper;
    }
  }

  private final List<Chunk> chunks = new ArrayList<>();
  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Adds a pair, unless it is there. */
  void add(long first, long second) {
    int index = chunkOf(first, second);
    if (index == chunks.size()) {
      append(first, second);
      return;
    }
    Chunk chunk = chunks.get(index);
    if (chunk.has(chunk.place(first, second), first, second)) {
      return;
    }
    if (chunk.count == CHUNK) {
      chunks.add(index + 1, chunk.split());
      add(first, second);
      return;
    }
    chunk.insert(chunk.place(first, second), first, second);
    size++;
  }

  /** Behind all others: a chunk that is full stays so. */
  private void append(long first, long second) {
    if (chunks.isEmpty() || chunks.get(chunks.size() - 1).count == CHUNK) {
      chunks.add(new Chunk());
    }
    Chunk last = chunks.get(chunks.size() - 1);
    last.insert(last.count, first, second);
    size++;
  }

  /** Removes a pair, if it is there. */
  void remove(long first, long second) {
    int index = chunkOf(first, second);
    if (index == chunks.size()) {
      return;
    }
    Chunk chunk = chunks.get(index);
    int at = chunk.place(first, second);
    if (!chunk.has(at, first, second)) {
      return;
    }
    chunk.remove(at);
    size--;
    if (chunk.count == 0) {
      chunks.remove(index);
    }
  }

  /** The lowest first number; there must be one. */
  long lowest() {
    return chunks.get(0).first(0);
  }

  /** The lowest second number beside a first one. */
  OptionalLong secondOf(long first) {
    PairIterator at = from(first, Long.MIN_VALUE);
    if (at.hasNext() && at.first() == first) {
      return OptionalLong.of(at.nextLong());
    }
    return OptionalLong.empty();
  }

  /** The lowest first numbers that are higher than another one. */
  List<Long> firstsAbove(long first, int most) {
    List<Long> found = new ArrayList<>();
    if (first < Long.MAX_VALUE) {
      PairIterator at = from(first + 1, Long.MIN_VALUE);
      while (at.hasNext() && found.size() < most) {
        found.add(at.first());
        at.nextLong();
      }
    }
    return found;
  }

  /** The second numbers in the order of the pairs. */
  PrimitiveIterator.OfLong seconds() {
    return from(Long.MIN_VALUE, Long.MIN_VALUE);
  }

  private PairIterator from(long first, long second) {
    int chunk = chunkOf(first, second);
    return new PairIterator(
        chunk, chunk < chunks.size() ? chunks.get(chunk).place(first, second) : 0);
  }

  /** The first chunk whose last pair is not before another one; their number where none is. */
  private int chunkOf(long first, long second) {
    int low = 0;
    int high = chunks.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      Chunk chunk = chunks.get(middle);
      if (chunk.isBefore(chunk.count - 1, first, second)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private final class PairIterator implements PrimitiveIterator.OfLong {
    private int chunk;
    private int at;

    PairIterator(int chunk, int at) {
      this.chunk = chunk;
      this.at = at;
    }

    @Override
    public boolean hasNext() {
      return chunk < chunks.size();
    }

    /** Of the pair that is next. */
    long first() {
      return chunks.get(chunk).first(at);
    }

    @Override
    public long nextLong() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Chunk now = chunks.get(chunk);
      long second = now.second(at);
      at++;
      if (at == now.count) {
        chunk++;
        at = 0;
      }
      return second;
    }
  }
}
