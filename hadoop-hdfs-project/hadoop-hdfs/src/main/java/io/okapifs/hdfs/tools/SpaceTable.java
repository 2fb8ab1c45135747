package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.tools.TableListing;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/**
 * What files of a policy take, by their size and form: a small file under a narrow stripe takes as
 * many parity blocks as a large one.
 */
final class SpaceTable {

  private static final long MIB = 1 << 20;
  private static final List<Long> SIZES =
      Stream.of(1, 4, 16, 64, 128, 256, 512, 1024, 4096, 16384).map(size -> size * MIB).toList();

  private final List<StoredSpace> forms;

  private SpaceTable(List<StoredSpace> forms) {
    this.forms = forms;
  }

  /**
   * @param width that is asked for; {@link PolicyName#COUPLED} for some of all
   * @param blockSize of the files
   */
  static SpaceTable of(ErasureCodingPolicy policy, int width, long blockSize) {
    Collection<Integer> widths = new TreeSet<>();
    if (PolicyCodecs.refusalOfCoupled(policy).isEmpty()) {
      widths.add(PolicyName.COUPLED);
    }
    if (width == PolicyName.COUPLED) {
      int widest = Math.min(policy.getNumDataUnits(), FileLayout.MAX_STRIPE_WIDTH);
      widths.addAll(List.of(1, 2, 3, widest));
    } else {
      widths.add(width);
    }
    return new SpaceTable(
        widths.stream().map(each -> StoredSpace.of(policy, each, blockSize)).toList());
  }

  @Override
  public String toString() {
    List<String> header = new ArrayList<>(List.of("file size"));
    forms.forEach(form -> header.add(title(form.stripeWidth())));
    TableListing table = Tables.of(0, header.toArray(String[]::new));
    for (long size : SIZES) {
      List<String> row = new ArrayList<>(List.of(size(size)));
      forms.forEach(form -> row.add(String.format(Locale.ROOT, "%.3f", form.perByte(size))));
      table.addRow(row.toArray(String[]::new));
    }
    return table.toString();
  }

  /** Of a column or row that stands for a width. */
  static String title(int width) {
    return width == PolicyName.COUPLED ? "HDFS's own" : "@" + width;
  }

  /** A number of bytes as HDFS's commands print them with -h. */
  static String size(long bytes) {
    return TraditionalBinaryPrefix.long2String(bytes, "B", 1);
  }
}
