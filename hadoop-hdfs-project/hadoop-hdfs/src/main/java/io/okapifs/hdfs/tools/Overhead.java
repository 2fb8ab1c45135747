package io.okapifs.hdfs.tools;

import java.util.List;

/**
 * What the files of a tree take on DataNodes. Its components are, in name and order, the keys of
 * the JSON view: renaming one changes a format. Bytes are those of blocks, without checksums.
 *
 * @param path absolute path in the file system, or the pattern that was asked for
 * @param all of the tree
 * @param byForm one for each policy and stripe width, and for replicated files
 * @param bySize one for each size that there are files of, smallest first
 * @param striped what the striped files take in other forms, beside what they take now
 */
public record Overhead(
    String path, Sum all, List<Sum> byForm, List<Sum> bySize, List<Sum> striped) {

  /**
   * Files that have something in common.
   *
   * @param what they have
   * @param files how many they are
   * @param data bytes of their content
   * @param redundancy bytes of parity, or of further replicas
   * @param perByte bytes stored per byte of data; 0 where there is none
   */
  public record Sum(String what, long files, long data, long redundancy, double perByte) {

    static Sum none(String what) {
      return new Sum(what, 0, 0, 0, 0);
    }

    Sum plus(long length, long stored) {
      long moreData = data + length;
      long more = redundancy + stored - length;
      return new Sum(
          what, files + 1, moreData, more,
          moreData == 0 ? 0 : (double) (moreData + more) / moreData);
    }
  }

  public Overhead {
    byForm = List.copyOf(byForm);
    bySize = List.copyOf(bySize);
    striped = List.copyOf(striped);
  }
}
