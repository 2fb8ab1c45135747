package io.okapifs.bench.paper;

import io.okapifs.ec.analysis.Cell;
import io.okapifs.ec.analysis.PaperTable;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What Okapi, OSDI'25, calculates in its section 6: Figure 8 (right) and the examples of section
 * 6.3, and Figures 11 and 12 of section 6.4. Any thread may call it.
 */
public final class OkapiTables {

  private static final int K = 6;
  private static final int R = 3;
  private static final int STRIPE_WIDTH = 6;
  private static final int MEGA = 1_000_000;
  private static final int BLOCK_CELLS = 8;

  /** One megabyte of Figure 11: what is counted are cells. */
  private static final int SMALL_CELL = 1024;

  private static final Map<String, Supplier<PaperTable>> TABLES = new TreeMap<>();

  static {
    TABLES.put("okapi-figure-8", OkapiTables::figure8);
    TABLES.put("okapi-section-6.3", OkapiTables::section63);
    TABLES.put("okapi-figure-11", OkapiTables::figure11);
    TABLES.put("okapi-figure-12", OkapiTables::figure12);
  }

  private OkapiTables() {}

  /** All tables by their names. */
  public static Map<String, Supplier<PaperTable>> all() {
    return Map.copyOf(TABLES);
  }

  private static FileLayout layout(String codec, int k, int cell, long blockSize) {
    return new FileLayout(
        new GroupPolicy(codec + "-" + k + "-" + R, codec, k, R, 1, cell), STRIPE_WIDTH, blockSize);
  }

  private static FileLayout wide(String codec, int k) {
    return layout(codec, k, MEGA, MEGA);
  }

  // --- Figure 8

  static PaperTable figure8() {
    List<List<Cell>> rows =
        Stream.of(8, 9, 12, 15, 18, 20, 30, 50, 96).map(OkapiTables::wider).toList();
    return new PaperTable(
            "okapi-figure-8", "Okapi, Figure 8 (right): disk I/O from 6-of-9 to wider groups", rows)
        .with(
            "In bytes per byte of a file of whole groups. rewrite reads, writes and encodes all;"
                + " regroup writes parity alone; merge reads parity, too, where the new k is a"
                + " multiple of 6 and the codec is convertible (rs-vand).",
            "The text prints almost 50 % for all transitions, and up to 70 % for merges. The"
                + " figure's values are not in it; merges into groups of more than 20 save more"
                + " than 70 %.");
  }

  private static List<Cell> wider(int k) {
    long length = (long) K * k * MEGA;
    FileLayout next = wide("rs", k);
    double rewrite = TransitionBytes.rewrite(next, length).perByte(length);
    double regroup = TransitionBytes.regroup(next, length).perByte(length);
    return List.of(
        Cell.key("k", k), Cell.number("rewrite", rewrite), Cell.number("regroup", regroup),
        Cell.number("regroup_saves_percent", 100 * (1 - regroup / rewrite)),
        k % K == 0 ? Cell.number("merge", merge(k, length)) : Cell.key("merge", "-"),
        k % K == 0
            ? Cell.number("merge_saves_percent", 100 * (1 - merge(k, length) / rewrite))
            : Cell.key("merge_saves_percent", "-"));
  }

  private static double merge(int k, long length) {
    return TransitionBytes.merge(wide("rs-vand", K), wide("rs-vand", k), length).perByte(length);
  }

  // --- section 6.3

  private static final long FILES = 100_000;
  private static final long FILE_BYTES = 30L * MEGA;
  private static final int COLD_K = 30;

  private static final double DISKS = 90_000;
  private static final double DISK_TERABYTES = 8;
  private static final double DISK_USE = 0.75;
  private static final double SHARE_IN_WIDE_GROUPS = 0.66;
  private static final int WIDE_K = 50;
  private static final int SAFE_K = 15;
  private static final double DISK_BYTES_PER_SECOND = 100e6;
  private static final double BUDGET = 0.05;
  private static final double TERA = 1e12;
  private static final double PETA = 1e15;

  static PaperTable section63() {
    double rewrite = emergencyBytes(true);
    double regroup = emergencyBytes(false);
    double perHour = DISKS * DISK_BYTES_PER_SECOND * 3600;
    double budgetPerDay = 24 * perHour * BUDGET;
    List<List<Cell>> rows = List.of(
        row("cooling files, rewrite", number(coolingBytes(true) / TERA, "6.3"), "TB", "PB"),
        row("cooling files, regroup", number(coolingBytes(false) / TERA, "3.3"), "TB", "PB"),
        row("emergency, data", number(emergencyData() / PETA, "356.4"), "PB", "PB"),
        row("emergency, rewrite", number(rewrite / PETA, "784.08"), "PB", "PB"),
        row("emergency, regroup", number(regroup / PETA, "427.68"), "PB", "PB"),
        row("emergency, saved", number(100 * (1 - regroup / rewrite), "45"), "%", "%"),
        row("emergency, rewrite at 5 %", number(rewrite / budgetPerDay, "21"), "days", "days"),
        row("emergency, regroup at 5 %", number(regroup / budgetPerDay, "12"), "days", "days"),
        row("emergency, rewrite at 100 %", number(rewrite / perHour), "hours", "hours"),
        row("emergency, regroup at 100 %", number(regroup / perHour), "hours", "hours"));
    return new PaperTable("okapi-section-6.3", "Okapi, section 6.3: two transitions", rows)
        .with(
            "Cooling: 100,000 files of 30 MB from 6-of-9 to 30-of-33. They are 3 TB, so that the"
                + " paper's PB are TB.",
            "Emergency: 66 % of 90,000 disks of 8 TB that are full to 75 %, from 50-of-53 to"
                + " 15-of-18, at 100 MB/s per disk.",
            "The paper has over 21 and 12 days. It rounds 450,000 MB/s to 0.43 TB/s, with which"
                + " they are 21.1 and 11.5.",
            "For the whole cluster the paper has over a day and less than 14 hours.");
  }

  private static Cell number(double ours, String printed) {
    return Cell.number("value", ours, printed);
  }

  private static Cell number(double ours) {
    return Cell.number("value", ours);
  }

  private static List<Cell> row(String quantity, Cell value, String unit, String printedUnit) {
    return List.of(Cell.key("quantity", quantity), value, Cell.word("unit", unit, printedUnit));
  }

  private static double coolingBytes(boolean isCopied) {
    return FILES * (double) FILE_BYTES * perByte(wide("rs", COLD_K), FILE_BYTES, isCopied);
  }

  private static double emergencyData() {
    return DISKS * DISK_TERABYTES * DISK_USE * SHARE_IN_WIDE_GROUPS * TERA;
  }

  private static double emergencyBytes(boolean isCopied) {
    long wholeGroups = (long) WIDE_K * SAFE_K * MEGA;
    return emergencyData() * perByte(wide("rs", SAFE_K), wholeGroups, isCopied);
  }

  private static double perByte(FileLayout next, long length, boolean isCopied) {
    TransitionBytes bytes =
        isCopied ? TransitionBytes.rewrite(next, length) : TransitionBytes.regroup(next, length);
    return bytes.perByte(length);
  }

  // --- Figure 11

  static PaperTable figure11() {
    List<List<Cell>> rows =
        Stream.of(8, 10, 12, 15, 20, 25, 50).map(OkapiTables::memory).toList();
    return new PaperTable(
            "okapi-figure-11", "Okapi, Figure 11: the most memory of a writer in MB, 6-wide"
                + " stripes",
            rows)
        .with(
            "Blocks of 8 MB, cells of 1 MB, r = 3. naive keeps cells until their row of the group"
                + " is complete; partial keeps r blocks of parity and a cell; coupled stripes over"
                + " k and keeps a row.",
            "The paper prints up to 150 for naive at 20-of-23, which is 146 rounded up, and that"
                + " partial needs no more than coupled from 25-of-28 on. Other values are not in"
                + " its text.",
            "bound is that of our writers, which also keep the k + s cells of a row and a stripe.");
  }

  private static List<Cell> memory(int k) {
    FileLayout layout = layout("rs", k, SMALL_CELL, (long) BLOCK_CELLS * SMALL_CELL);
    // As many stripes as groups have members: both begin anew behind it.
    long length = k * layout.stripeSize();
    double naive = WriterMemory.naiveBytes(layout, length) / (double) SMALL_CELL;
    double partial = WriterMemory.partialBytes(layout, length) / (double) SMALL_CELL;
    return List.of(
        Cell.key("k", k),
        k == 20 ? Cell.number("naive", naive, "150") : Cell.number("naive", naive),
        Cell.number("partial", partial, "25"), Cell.key("coupled", k),
        Cell.number("bound", WriterMemory.boundBytes(layout) / (double) SMALL_CELL));
  }

  // --- Figure 12

  private static final int GROUP = 12;
  private static final int CELLS_MAX = 24;

  static PaperTable figure12() {
    List<List<Cell>> rows = Stream.of(3, 4, 6, 12, 18, 24).map(OkapiTables::degraded).toList();
    return new PaperTable(
            "okapi-figure-12",
            "Okapi, Figure 12 (left, middle): degraded reads of 1 to 24 MiB with groups of 12",
            rows)
        .with(
            "Means over sizes in whole MiB, all cells that a read may begin at, and each of its"
                + " blocks as the lost one. Blocks have 8 cells of 1 MiB.",
            "The paper does not print its sizes. Bytes are beside HDFS's own 12-of-15, disks beside"
                + " HDFS's own layout of the same width.",
            "Our files have stripes of at most 16 blocks; wider ones are counted all the same.");
  }

  private static List<Cell> degraded(int width) {
    DegradedSpread.Fetched okapi = mean(new DegradedSpread(width, GROUP, BLOCK_CELLS));
    DegradedSpread.Fetched same = mean(new DegradedSpread(GROUP, GROUP, BLOCK_CELLS));
    double bytes = 100 * (okapi.cells() / same.cells() - 1);
    DegradedSpread.Fetched coupled = mean(new DegradedSpread(width, width, BLOCK_CELLS));
    double disks = 100 * (okapi.disks() / coupled.disks() - 1);
    return List.of(
        Cell.key("width", width),
        width == 18 ? Cell.number("bytes_percent", bytes, "3.23")
            : width == 24 ? Cell.number("bytes_percent", bytes, "-4")
                : Cell.number("bytes_percent", bytes),
        width == 18 ? Cell.number("disks_percent", disks, "2.73")
            : Cell.number("disks_percent", disks),
        Cell.number("mib_fetched", okapi.cells()), Cell.number("disks", okapi.disks()));
  }

  private static DegradedSpread.Fetched mean(DegradedSpread spread) {
    List<DegradedSpread.Fetched> all =
        IntStream.rangeClosed(1, CELLS_MAX).mapToObj(spread::of).toList();
    return new DegradedSpread.Fetched(
        all.stream().mapToDouble(DegradedSpread.Fetched::cells).average().orElseThrow(),
        all.stream().mapToDouble(DegradedSpread.Fetched::disks).average().orElseThrow());
  }
}
