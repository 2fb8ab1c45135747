package io.okapifs.hdfs.tools.trace;

import io.okapifs.hdfs.tools.trace.ParquetFooter.Chunk;
import io.okapifs.hdfs.trace.TracedRead;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Reads that a program makes of Parquet files, by their footers: of each row group the columns that
 * it wants. Columns that lie one behind the other are one read, as Parquet's readers make them.
 * Used by one thread.
 */
public final class ParquetReads {

  /** Files whose footers are read: each takes two short reads. */
  public static final int MOST_FILES = 10_000;

  private static final String SUFFIX = ".parquet";

  private final Set<String> columns;
  private final Set<String> found = new TreeSet<>();
  private final List<TracedRead> reads = new ArrayList<>();
  private int files;

  private ParquetReads(Set<String> columns) {
    this.columns = columns;
  }

  /**
   * Of a file, whatever its name, or all below a directory whose names end in .parquet.
   *
   * @param path of any file system, may be a pattern
   * @param columns names of the schema, with dots between them; what is below one is wanted with
     *     it; empty for whole row groups
   * @return at least one
   */
  public static List<TracedRead> of(Configuration conf, Path path, Set<String> columns)
      throws IOException {
    FileSystem system = path.getFileSystem(conf);
    FileStatus[] tops = system.globStatus(path);
    if (tops == null || tops.length == 0) {
      throw new FileNotFoundException(path + ": no such file or directory");
    }
    ParquetReads reads = new ParquetReads(columns);
    for (FileStatus top : tops) {
      if (top.isFile()) {
        reads.add(system, top);
      } else {
        reads.addBelow(system, top.getPath());
      }
    }
    return reads.checked(path);
  }

  private void addBelow(FileSystem system, Path top) throws IOException {
    RemoteIterator<LocatedFileStatus> below = system.listFiles(top, true);
    while (below.hasNext()) {
      FileStatus file = below.next();
      if (file.getPath().getName().endsWith(SUFFIX)) {
        add(system, file);
      }
    }
  }

  private void add(FileSystem system, FileStatus file) throws IOException {
    if (++files > MOST_FILES) {
      throw new IOException("more than " + MOST_FILES + " Parquet files: give a part of them");
    }
    try (FSDataInputStream in = system.open(file.getPath())) {
      for (List<Chunk> group : ParquetFooter.of(in, file.getLen()).rowGroups()) {
        addGroup(file, group);
      }
    } catch (IOException e) {
      throw new IOException(file.getPath() + ": " + e.getMessage(), e);
    }
  }

  private void addGroup(FileStatus file, List<Chunk> group) {
    List<Chunk> wanted =
        group.stream()
            .filter(chunk -> isWanted(chunk.column()))
            .sorted(Comparator.comparingLong(Chunk::offset))
            .toList();
    long from = 0;
    long to = 0;
    for (Chunk chunk : wanted) {
      if (chunk.offset() != to) {
        addRead(file, from, to);
        from = chunk.offset();
      }
      to = chunk.offset() + chunk.length();
    }
    addRead(file, from, to);
  }

  private void addRead(FileStatus file, long from, long to) {
    if (from < to) {
      reads.add(
          new TracedRead(
              Math.max(0, file.getModificationTime()), file.getPath().toUri().getPath(),
              file.getLen(), from, to - from));
    }
  }

  private boolean isWanted(String column) {
    found.add(column);
    return columns.isEmpty()
        || columns.stream().anyMatch(each -> column.equals(each) || column.startsWith(each + "."));
  }

  private List<TracedRead> checked(Path path) throws IOException {
    if (files == 0) {
      throw new IOException(path + ": no file below it has a name that ends in " + SUFFIX);
    }
    for (String column : columns) {
      if (found.stream().noneMatch(each -> each.equals(column) || each.startsWith(column + "."))) {
        throw new IOException(path + ": no column " + column + " among " + found);
      }
    }
    if (reads.isEmpty()) {
      throw new IOException(path + ": its Parquet files have no rows");
    }
    return reads;
  }
}
