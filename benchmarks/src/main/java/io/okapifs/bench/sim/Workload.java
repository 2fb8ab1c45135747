package io.okapifs.bench.sim;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.read.ByteRange;
import java.util.Random;
import java.util.function.LongFunction;

/**
 * Which reads there are, of files drawn at random.
 *
 * @param files those that reads of so many bytes are of
 */
public record Workload(ReadSizes sizes, Places places, LongFunction<FileSet> files) {

  /** Where in a file a read begins. */
  @FunctionalInterface
  public interface Places {
    /**
     * Draws an offset.
     *
     * @param length of the file
     * @param bytes of the read
     */
    long draw(FileLayout layout, long length, long bytes, Random random);
  }

  /** All reads are of the same files. */
  public static Workload of(ReadSizes sizes, Places places, FileSet files) {
    return new Workload(sizes, places, ignored -> files);
  }

  /**
   * A read.
   *
   * @param range bytes of the file
   */
  record Request(StoredFile file, ByteRange range) {}

  Request draw(Random random) {
    long bytes = sizes.draw(random);
    FileSet set = files.apply(bytes);
    long offset = places.draw(set.layout(), set.length(), bytes, random);
    return new Request(set.draw(random), new ByteRange(offset, offset + bytes));
  }
}
