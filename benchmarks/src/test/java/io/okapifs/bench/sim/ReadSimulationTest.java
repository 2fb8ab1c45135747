package io.okapifs.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.bench.disk.DiskModel;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulation beside closed forms, on disks of 10 ms per positioning and 150 MiB/s. */
final class ReadSimulationTest {

  private static final DiskModel DISK = DiskModel.parse("hdd");
  private static final int DISKS = 19;
  private static final long MIB = 1 << 20;
  private static final long SEED = 7;
  /** So many that all disks have something to do all the time. */
  private static final Load SATURATED = new Load.Closed(1024);

  /** What a disk needs for so many contiguous ranges and MiB. */
  private static double millis(int ranges, double mib) {
    return 10.0 * ranges + 1000 * mib / 150;
  }

  private static FileSet files(int k, int width, int deadDisk) {
    return files(k, width, DISKS, deadDisk);
  }

  private static FileSet files(int k, int width, int disks, int deadDisk) {
    GroupPolicy policy = new GroupPolicy("RS-" + k + "-3-1024k", "rs", k, 3, 1, 1 << 20);
    return FileSet.random(
        new FileLayout(policy, width, 8 * MIB), 192 * MIB, disks, deadDisk, new Random(SEED));
  }

  private static ReadResult run(
      int k, int width, int mib, Offsets offsets, Load load, int reads, int deadDisk) {
    Workload workload =
        Workload.of(ReadSizes.fixed(mib * MIB), offsets, files(k, width, deadDisk));
    return ReadSimulation.run(DISK, DISKS, workload, load, reads, SEED);
  }

  private static ReadResult run(
      int k, int width, int mib, Offsets offsets, Load load, int reads) {
    return run(k, width, mib, offsets, load, reads, FileSet.NONE_DEAD);
  }

  /** Alone on the disks: each stripe takes as long as its longest block. */
  @ParameterizedTest
  @CsvSource({
    "1, 8, 1, 8", "6, 8, 1, 2", "6, 4, 1, 1", "6, 48, 1, 8", "1, 16, 2, 16", "3, 48, 2, 16",
    "2, 12, 1, 6"
  })
  void oneClientWaitsForDisksAndForNothingElse(int width, int mib, int steps, double mibInRow) {
    ReadResult result = run(6, width, mib, Offsets.STRIPE_START, new Load.Closed(1), 40);
    double latency = millis(steps, mibInRow);
    assertThat(result.latencyMillis(0.001)).isCloseTo(latency, within(1e-4));
    assertThat(result.latencyMillis(1)).isCloseTo(latency, within(1e-4));
    assertThat(result.seconds()).isCloseTo(40 * latency / 1000, within(1e-6));
    assertThat(result.throughput()).isCloseTo(mib / latency * 1000, within(1e-3));
  }

  /** A reader of two blocks that lie on one disk waits for both. */
  @Test
  void placesThatAreGivenAreWhereFilesAre() {
    FileLayout layout =
        new FileLayout(new GroupPolicy("RS-2-1-1024k", "rs", 2, 1, 1, 1 << 20), 2, 8 * MIB);
    Placement crowded = new Placement(new int[] {3, 3}, new int[] {1}, DISKS);
    Placement apart = new Placement(new int[] {3, 4}, new int[] {1}, DISKS);
    assertThat(medianMillis(layout, FileSet.NONE_DEAD, crowded))
        .isCloseTo(millis(2, 3), within(1e-4));
    assertThat(medianMillis(layout, FileSet.NONE_DEAD, apart))
        .isCloseTo(millis(1, 2), within(1e-4));
    assertThat(medianMillis(layout, 4, crowded)).as("nothing is lost")
        .isCloseTo(millis(2, 3), within(1e-4));
    assertThat(medianMillis(layout, 4, apart)).as("with parity instead of the second block")
        .isCloseTo(millis(1, 2), within(1e-4));
  }

  /** Of a client that reads 3 MiB: two of the first block, one of the second. */
  private static double medianMillis(FileLayout layout, int deadDisk, Placement placement) {
    FileSet files = FileSet.of(layout, 16 * MIB, deadDisk, List.of(placement));
    Workload workload =
        Workload.of(ReadSizes.fixed(3 * MIB), (of, length, bytes, random) -> 0, files);
    return ReadSimulation.run(DISK, DISKS, workload, new Load.Closed(1), 40, SEED)
        .latencyMillis(0.5);
  }

  @Test
  void whatIsReadForNobodyHoldsTheNextReaderUp() {
    FileLayout layout =
        new FileLayout(new GroupPolicy("RS-2-1-1024k", "rs", 2, 1, 1, 1 << 20), 2, 8 * MIB);
    FileSet files =
        FileSet.of(
            layout, 16 * MIB, FileSet.NONE_DEAD,
            List.of(new Placement(new int[] {3, 4}, new int[] {1}, DISKS)));
    Workload workload =
        Workload.of(ReadSizes.fixed(MIB), (of, length, bytes, random) -> 0, files);
    ReadSimulation.Packets packets = new ReadSimulation.Packets(MIB / 4, 2);
    Span span = new Span.Reads(0, 40);
    ReadResult result =
        ReadSimulation.run(DISK, DISKS, packets, workload, new Load.Closed(1), span, SEED);
    // The next read takes its turn between two packets that nobody waits for.
    assertThat(result.latencyMillis(1)).isLessThan(millis(1, 3.01));
    assertThat(result.latencyMillis(0.5)).isGreaterThan(millis(1, 1 + 1 / 4.0));
    ReadResult exact =
        ReadSimulation.run(
            DISK, DISKS, new ReadSimulation.Packets(MIB / 4, 0), workload, new Load.Closed(1),
            new Span.Seconds(1, 3), SEED);
    assertThat(exact.throughput()).isCloseTo(1000 / millis(1, 1), Percentage.withPercentage(1));
    assertThat(exact.latencyMillis(1)).as("one positioning").isCloseTo(millis(1, 1), within(1e-4));
  }

  /** Where every disk is busy only the disk time per read counts (Okapi, section 3). */
  @ParameterizedTest
  @CsvSource({"6, 6, 78.9", "12, 8, 110.5"})
  void saturatedDisksGiveWhatTheDiskTimeSays(int k, int ranges, double gain) {
    double expected = 100 * (millis(ranges, 8) / millis(1, 8) - 1);
    assertThat(expected).isCloseTo(gain, within(0.05));
    ReadResult coupled = run(k, k, 8, Offsets.ALIGNED, SATURATED, 40_000);
    ReadResult okapi = run(6, 1, 8, Offsets.ALIGNED, SATURATED, 40_000);
    assertThat(coupled.positioningsPerRead()).isEqualTo(ranges);
    assertThat(okapi.positioningsPerRead()).isEqualTo(1);
    assertThat(okapi.throughput() / coupled.throughput())
        .isCloseTo(1 + gain / 100, Percentage.withPercentage(1));
    assertThat(okapi.throughput())
        .isCloseTo(DISKS * 8 / millis(1, 8) * 1000, Percentage.withPercentage(1));
  }

  /** Of 8 offsets in a block one needs one block, seven need two. */
  @Test
  void readsAtRandomCellsMeetAsManyBlocksAsCountingSays() {
    ReadResult okapi =
        run(6, 1, 8, Offsets.RANDOM_CELL, new Load.Closed(64), 20_000);
    assertThat(okapi.positioningsPerRead()).isCloseTo(15.0 / 8, within(0.01));
    double coupled =
        LongStream.range(0, 48)
            .map(cell -> Math.min(8, Math.max(0, cell - 40)))
            .map(behind -> Math.min(8 - behind, 6) + Math.min(behind, 6))
            .average().orElseThrow();
    assertThat(coupled).isEqualTo(6.25);
    assertThat(
            run(6, 6, 8, Offsets.RANDOM_CELL, new Load.Closed(64), 20_000).positioningsPerRead())
        .isCloseTo(coupled, within(0.01));
  }

  /**
   * Reads of one block that come at random are M/D/1 at every disk: they wait for
   * rho * service / (2 (1 - rho)) on average.
   */
  @ParameterizedTest
  @CsvSource({"0.3", "0.7"})
  void anOpenLoopWaitsAsPollaczekAndKhinchineSay(double busy) {
    double service = millis(1, 8);
    Load load = new Load.Open(DISKS * busy / service * 1000);
    ReadResult result = run(6, 1, 8, Offsets.ALIGNED, load, 60_000);
    double mean = LongStream.of(result.latencies()).average().orElseThrow() / 1e6;
    double expected = service + busy * service / (2 * (1 - busy));
    assertThat(mean).isCloseTo(expected, Percentage.withPercentage(2));
    assertThat(result.throughput())
        .isCloseTo(DISKS * busy * 8 / service * 1000, Percentage.withPercentage(2));
  }

  /** A lost block is decoded from six others; every disk holds one block in 19. */
  @Test
  void aDegradedReadTakesKBlocks() {
    ReadResult result = run(6, 1, 8, Offsets.ALIGNED, new Load.Closed(64), 40_000, 0);
    assertThat(result.degradedShare()).isCloseTo(1.0 / DISKS, within(0.005));
    assertThat(result.fetchedBytes())
        .isEqualTo(8 * MIB * (result.reads() + 5L * result.degraded()));
    assertThat(result.positionings()).isEqualTo(result.reads() + 5L * result.degraded());
  }

  /** Of a whole coupled stripe five blocks are wanted anyway; a parity replaces the sixth. */
  @Test
  void aDegradedReadOfAWholeGroupTakesNoMore() {
    ReadResult result = run(6, 6, 48, Offsets.ALIGNED, new Load.Closed(8), 2_000, 0);
    assertThat(result.degradedShare()).isCloseTo(6.0 / DISKS, within(0.04));
    assertThat(result.fetchedBytes()).isEqualTo(result.bytes());
    assertThat(result.positioningsPerRead()).isEqualTo(6);
  }

  /** At width 1 the stripes before a lost block are fetched once, and serve to decode it. */
  @Test
  void whatAReadHasAlreadyIsNotFetchedToDecodeWith() {
    ReadResult result = run(6, 1, 48, Offsets.ALIGNED, new Load.Closed(8), 2_000, 0);
    assertThat(result.degraded()).isPositive();
    assertThat(result.fetchedBytes()).isEqualTo(result.bytes());
  }

  @Test
  void theSeedDecides() {
    Load load = new Load.Closed(16);
    ReadSizes sizes = ReadSizes.logNormal(4 * MIB, 0.6, MIB, 48 * MIB);
    FileSet files = files(6, 2, 0);
    Workload workload = Workload.of(sizes, Offsets.RANDOM_CELL, files);
    ReadResult first = ReadSimulation.run(DISK, DISKS, workload, load, 500, 3);
    ReadResult again = ReadSimulation.run(DISK, DISKS, workload, load, 500, 3);
    ReadResult other = ReadSimulation.run(DISK, DISKS, workload, load, 500, 4);
    assertThat(again.latencies()).isEqualTo(first.latencies());
    assertThat(again.fetchedBytes()).isEqualTo(first.fetchedBytes());
    assertThat(other.latencies()).isNotEqualTo(first.latencies());
  }

  @Test
  void whatCannotBeSimulatedIsNamed() {
    assertThatThrownBy(() -> new Load.Closed(0)).hasMessageContaining("clients=0");
    assertThatThrownBy(() -> new Load.Open(-1)).hasMessageContaining("readsPerSecond=-1.0");
    assertThatThrownBy(() -> run(6, 1, 8, Offsets.ALIGNED, SATURATED, 0))
        .hasMessageContaining("reads=0");
    assertThatThrownBy(() -> run(6, 1, 97, Offsets.ALIGNED, SATURATED, 1))
        .hasMessageContaining("bytes=" + 97 * MIB);
    assertThatThrownBy(() -> files(12, 12, 14, FileSet.NONE_DEAD))
        .hasMessageContaining("disks=14, taken=14");
  }
}
