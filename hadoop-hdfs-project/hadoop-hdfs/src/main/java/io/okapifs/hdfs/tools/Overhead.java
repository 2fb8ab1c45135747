package io.okapifs.hdfs.tools;

import java.util.List;

/**
 * What the files of a tree take on DataNodes. Its components are, in name and order, the keys of
 * the JSON view: renaming one changes a format. Bytes are those of blocks, without checksums.
 *
 * @param path absolute path in the file system
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
   * @param parity bytes of parity, or of further replicas
   */
  public record Sum(String what, long files, long data, long parity) {

    static Sum none(String what) {
      return new Sum(what, 0, 0, 0);
    }

    Sum plus(long length, long stored) {
      return new Sum(what, files + 1, data + length, parity + stored - length);
    }

    /** Bytes stored per byte of data; 0 where there is none. */
    public double perByte() {
      return data == 0 ? 0 : (double) (data + parity) / data;
    }
  }

  public Overhead {
    byForm = List.copyOf(byForm);
    bySize = List.copyOf(bySize);
    striped = List.copyOf(striped);
  }
}
