package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.tools.Overhead.Sum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/** Adds up what files take, one by one, from what a listing says of them. Used by one thread. */
final class OverheadCount {

  private static final String AS_NOW = "now";
  private static final int[] WIDTHS = {PolicyName.COUPLED, 1, 2, 3, 4, 6, 8, 12, 16};
  private static final long MIB = 1 << 20;

  /** Sizes that files are told apart by: up to so many bytes. */
  private static final long[] SIZES = {
    MIB, 4 * MIB, 16 * MIB, 64 * MIB, 256 * MIB, 1024 * MIB, 4096 * MIB, Long.MAX_VALUE
  };

  private final Map<String, Sum> byForm = new TreeMap<>();
  private final Map<String, Sum> bySize = new LinkedHashMap<>();
  private final Map<String, Sum> striped = new LinkedHashMap<>();
  private Sum all = Sum.none("all");

  OverheadCount() {
    Arrays.stream(SIZES).mapToObj(OverheadCount::upTo).forEach(
        size -> bySize.put(size, Sum.none(size)));
  }

  void add(FileStatus file) {
    Optional<StoredSpace> form = formOf(file);
    long length = file.getLen();
    long stored = stored(file);
    String name = form.map(StoredSpace::toString).orElse(file.getReplication() + " replicas");
    all = all.plus(length, stored);
    add(byForm, name, length, stored);
    long bound = Arrays.stream(SIZES).filter(size -> length <= size).findFirst().orElseThrow();
    add(bySize, upTo(bound), length, stored);
    form.ifPresent(now -> addInOtherForms(now, length, stored));
  }

  /** What a file takes: bytes of data and parity, or of replicas. */
  static long stored(FileStatus file) {
    return formOf(file)
        .map(each -> each.bytes(file.getLen()))
        .orElse(file.getLen() * file.getReplication());
  }

  private void addInOtherForms(StoredSpace now, long length, long stored) {
    add(striped, AS_NOW, length, stored);
    for (int width : WIDTHS) {
      StoredSpace other = new StoredSpace(now.policy(), width, now.blockSize());
      add(striped, SpaceTable.title(width), length, other.bytes(length));
    }
  }

  private static void add(Map<String, Sum> sums, String what, long length, long stored) {
    sums.put(what, sums.getOrDefault(what, Sum.none(what)).plus(length, stored));
  }

  /** Empty where a file is replicated. */
  private static Optional<StoredSpace> formOf(FileStatus file) {
    Optional<StripeView> view = FileForm.viewOf(file);
    if (view.isPresent()) {
      return view.map(
          each -> new StoredSpace(each.group(), each.stripeWidth(), file.getBlockSize()));
    }
    Optional<ErasureCodingPolicy> policy = FileForm.policyOf(file);
    return policy.map(
        each -> StoredSpace.of(each, PolicyName.COUPLED, file.getBlockSize()));
  }

  private static String upTo(long bytes) {
    return bytes == Long.MAX_VALUE ? "larger" : "up to " + SpaceTable.size(bytes);
  }

  Overhead of(String path) {
    List<Sum> sizes = new ArrayList<>(bySize.values());
    sizes.removeIf(size -> size.files() == 0);
    return new Overhead(
        path, all, List.copyOf(byForm.values()), sizes, List.copyOf(striped.values()));
  }
}
