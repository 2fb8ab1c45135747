package io.okapifs.hdfs.soak;

import static io.okapifs.hdfs.soak.SoakCluster.BLOCK;
import static io.okapifs.hdfs.soak.SoakCluster.CELL;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import org.apache.hadoop.fs.Path;

/** Where files are made, and how they are kept there; the last two are HDFS's own ways. */
enum Directory {
  RS_3_2_AT_1(3, 2, 1),
  RS_3_2_AT_2(3, 2, 2),
  RS_3_2_AT_5(3, 2, 5),
  RS_6_3_AT_2(6, 3, 2),
  RS_6_3_AT_4(6, 3, 4),
  RS_6_3_AT_8(6, 3, 8),
  COUPLED(3, 2, 3),
  REPLICATED(1, 2, 1);

  private final int k;
  private final int r;
  private final int stripeWidth;

  Directory(int k, int r, int stripeWidth) {
    this.k = k;
    this.r = r;
    this.stripeWidth = stripeWidth;
  }

  boolean isDecoupled() {
    return this != COUPLED && this != REPLICATED;
  }

  Path path() {
    return new Path("/" + name());
  }

  Path file(int number) {
    return new Path(path(), "file" + number);
  }

  /** Copies of a replicated block. */
  int copies() {
    return this == REPLICATED ? 1 + r : 1;
  }

  int k() {
    return k;
  }

  int r() {
    return r;
  }

  /** Name of the policy without the stripe width. */
  String policy() {
    return "RS-" + k + "-" + r + "-" + (CELL >> 10) + "k";
  }

  /** A coupled file's blocks lie as those of a decoupled one with s = k. */
  FileLayout layout() {
    return new FileLayout(new GroupPolicy(policy(), "rs", k, r, 1, CELL), stripeWidth, BLOCK);
  }
}
