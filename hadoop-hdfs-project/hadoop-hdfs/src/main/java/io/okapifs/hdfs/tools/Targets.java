package io.okapifs.hdfs.tools;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * What a path on the command line names: one file or directory, or all that a pattern matches, as
 * in {@code hdfs dfs}.
 *
 * @param hdfs where they are
 * @param paths absolute, at least one
 */
record Targets(DistributedFileSystem hdfs, List<Path> paths) {

  private static final String PATTERN = "*?[{\\";

  Targets {
    paths = List.copyOf(paths);
  }

  /**
   * @throws FileNotFoundException where a pattern matches nothing; a path that is none may name
   *     what does not exist
   */
  static Targets of(Configuration conf, String text) throws IOException {
    Path path = new Path(text);
    DistributedFileSystem hdfs = HdfsOnly.of(FileSystem.get(path.toUri(), conf));
    if (text.chars().noneMatch(letter -> PATTERN.indexOf(letter) >= 0)) {
      return new Targets(hdfs, List.of(hdfs.makeQualified(path)));
    }
    FileStatus[] found = hdfs.globStatus(path);
    if (found == null || found.length == 0) {
      throw new FileNotFoundException("no file or directory matches " + text);
    }
    return new Targets(hdfs, Stream.of(found).map(FileStatus::getPath).toList());
  }

  /** The same without a file system before them. */
  List<String> names() {
    return paths.stream().map(path -> path.toUri().getPath()).toList();
  }
}
