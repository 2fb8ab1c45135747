package io.okapifs.hdfs.soak;

import static io.okapifs.hdfs.soak.SoakCluster.BLOCK;
import static io.okapifs.hdfs.soak.SoakCluster.CELL;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;

/** Where files are made, and how they are kept there; the last two are HDFS's own ways. */
enum Directory {
  RS_3_2_AT_1("rs", 3, 2, 1),
  RS_3_2_AT_2("rs", 3, 2, 2),
  RS_3_2_AT_3("rs", 3, 2, 3),
  RS_3_2_AT_5("rs", 3, 2, 5),
  RS_6_3_AT_2("rs", 6, 3, 2),
  RS_6_3_AT_4("rs", 6, 3, 4),
  RS_6_3_AT_8("rs", 6, 3, 8),
  AZURE_LRC2_4_3_AT_3("azure-lrc2", 4, 3, 3),
  LESS2_4_2_AT_1("less2", 4, 2, 1),
  LESS2_4_2_AT_4("less2", 4, 2, 4),
  CLAY_4_2_AT_3("clay", 4, 2, 3),
  RS_VAND_3_2_AT_2("rs-vand", 3, 2, 2),
  RS_VAND_6_2_AT_4("rs-vand", 6, 2, 4),
  COUPLED("rs", 3, 2, 3),
  REPLICATED("rs", 1, 2, 1);

  private final String codec;
  private final int k;
  private final int r;
  private final int stripeWidth;

  Directory(String codec, int k, int r, int stripeWidth) {
    this.codec = codec;
    this.k = k;
    this.r = r;
    this.stripeWidth = stripeWidth;
  }

  boolean isDecoupled() {
    return this != COUPLED && this != REPLICATED;
  }

  /** The directory whose files are like those of this one once they are adopted; else itself. */
  Directory adopted() {
    return this == COUPLED ? RS_3_2_AT_3 : this;
  }

  /** The directory whose policy merges the parity of files of this one; null where there is none. */
  Directory merged() {
    return this == RS_VAND_3_2_AT_2 ? RS_VAND_6_2_AT_4 : null;
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

  ErasureCode code() {
    return CodeRegistry.create(codec, k, r);
  }

  ECSchema schema() {
    return new ECSchema(codec, k, r);
  }

  /** Name of the policy without the stripe width. */
  String policy() {
    return ErasureCodingPolicy.composePolicyName(schema(), CELL);
  }

  /** Layout of a file that was written here and has the policy of another directory. */
  FileLayout layoutCodedAs(Directory other) {
    return new FileLayout(other.layout().policy(), stripeWidth, BLOCK);
  }

  /** The first decoupled directory whose policy has a name. */
  static Directory ofPolicy(String name) {
    return Arrays.stream(values())
        .filter(each -> each.isDecoupled() && each.policy().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** A coupled file's blocks lie as those of a decoupled one with s = k. */
  FileLayout layout() {
    return new FileLayout(
        new GroupPolicy(policy(), codec, k, r, code().alpha(), CELL), stripeWidth, BLOCK);
  }
}
