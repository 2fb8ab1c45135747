package io.okapifs.bench.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A clock that stands still unless somebody sleeps; it begins where numbers overflow. */
final class ModelledDiskTest {

  private static final long MILLI = 1_000_000;
  private static final long BEGIN = Long.MAX_VALUE - 25 * MILLI;

  /** 10 ms, and 1,000 bytes per millisecond. */
  private static final DiskModel MODEL = new DiskModel(10 * MILLI, 1_000_000, 2_000, true);

  private final FakeClock clock = new FakeClock();
  private final ModelledDisk disk = new ModelledDisk(MODEL, clock);

  private static final class FakeClock implements DiskClock {

    private long now = BEGIN;

    /** Where only what was reserved shall be seen. */
    private boolean sleeps = true;

    private long lastEnd = BEGIN;

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void sleepUntil(long nanos) {
      lastEnd = nanos;
      if (sleeps && nanos - now > 0) {
        now = nanos;
      }
    }
  }

  private void assertMillis(double millis) {
    assertThat((clock.lastEnd - BEGIN) / (double) MILLI).isEqualTo(millis);
  }

  @Test
  void aRequestCostsOnePositioningAndItsBytes() {
    disk.open("a").read(5_000, 3_000);
    assertMillis(13);
    assertThat(disk.getBusyNanos()).isEqualTo(13 * MILLI);
  }

  @Test
  void aStreamThatBeginsWhereAnotherOneEndedIsToldApart() {
    ModelledDisk.Stream first = disk.open("a");
    first.read(0, 1_000);
    first.read(1_000, 1_000);
    assertThat(disk.getReadsTakenUp()).isZero();
    disk.open("a").read(2_000, 1_000);
    disk.open("a").read(0, 1_000);
    assertThat(disk.getReadsTakenUp()).isOne();
    assertThat(disk.getReadPositionings()).isEqualTo(2);
  }

  @Test
  void whatGoesOnCostsNoPositioningAlsoBesideOtherFiles() {
    disk.open("a").write(0, 1_000);
    disk.open("b").read(0, 1_000);
    disk.open("a").write(1_000, 1_000);
    disk.open("b").read(1_000, 1_000);
    assertMillis(24);
    disk.open("b").read(2_001, 1_000);
    assertMillis(35);
    disk.open("b").read(3_000, 1_000);
    assertMillis(46);
    assertThat(disk.getReadBytes()).isEqualTo(4_000);
    assertThat(disk.getReadPositionings()).isEqualTo(3);
    assertThat(disk.getWrittenBytes()).isEqualTo(2_000);
    assertThat(disk.getWritePositionings()).isEqualTo(1);
  }

  /** HDFS opens a block file for each reader of the block. */
  @Test
  void readersAtDifferentPlacesOfAFileCostOnePositioningEach() {
    List<ModelledDisk.Stream> readers =
        IntStream.range(0, 4).mapToObj(i -> disk.open("a")).toList();
    for (int packet = 0; packet < 10; packet++) {
      for (int i = 0; i < readers.size(); i++) {
        readers.get(i).read(100_000 * i + 1_000 * packet, 1_000);
      }
    }
    assertThat(disk.getReadPositionings()).isEqualTo(4);
    assertMillis(4 * 10 + 40);
  }

  @Test
  void gatheredWritesCostOnePositioningWhereverTheyAre() {
    disk.open("a").write(8_000, 1_000);
    disk.open("a").write(0, 1_000);
    disk.open("a").write(4_000, 1_000);
    assertMillis(13);
    disk.open("a").read(0, 1_000);
    assertMillis(24);
    assertThat(disk.getWritePositionings()).isEqualTo(3);
  }

  @Test
  void writesThatAreNotGatheredCostOneEach() {
    ModelledDisk slow = new ModelledDisk(new DiskModel(10 * MILLI, 1_000_000, 0, false), clock);
    slow.open("a").write(8_000, 1_000);
    slow.open("a").write(0, 1_000);
    slow.open("a").write(1_000, 1_000);
    assertMillis(23);
  }

  @Test
  void requestsAtTheSameTimeQueue() {
    clock.sleeps = false;
    disk.open("a").read(0, 1_000);
    assertMillis(11);
    disk.open("b").write(0, 2_000);
    assertMillis(23);
    disk.open("a").read(1_000, 1_000);
    assertMillis(24);
  }

  @Test
  void anIdleDiskReadsAheadOfWhoGoesOnButNotFartherThanItMay() {
    disk.open("a").read(0, 1_000);
    clock.now += MILLI / 2;
    disk.open("a").read(1_000, 1_000);
    assertMillis(12);
    // Two milliseconds' worth are there, and the third begins two milliseconds back.
    clock.now = BEGIN + 100 * MILLI;
    disk.open("a").read(2_000, 3_000);
    assertMillis(101);
  }

  @Test
  void whoeverBeginsElsewhereWaitsForTheWholePositioning() {
    disk.open("a").read(0, 1_000);
    clock.now = BEGIN + 100 * MILLI;
    disk.open("a").read(5_000, 1_000);
    assertMillis(111);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void theEndOfAFileIsNoRequest(long bytes) {
    disk.open("a").read(0, bytes);
    disk.open("a").write(0, bytes);
    assertThat(clock.lastEnd).isEqualTo(BEGIN);
    assertThat(disk.getReadPositionings() + disk.getWritePositionings()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ':',
      value = {"hdd:10000,150", "ssd:100,500", "hdd-sync:10000,150-sync", "25000,60:25000,60", "0,1-sync:0,1-sync",
          "10000,9.375,256:10000,9.375,256"})
  void modelsAreRead(String text, String model) {
    assertThat(DiskModel.parse(text)).hasToString(model);
    assertThat(DiskModel.parse(model)).isEqualTo(DiskModel.parse(text));
  }

  @Test
  void aScaledDiskTakesAsLongForARequestThatIsAsMuchSmaller() {
    DiskModel disk = DiskModel.parse("hdd");
    DiskModel scaled = disk.scaled(16);
    assertThat(scaled).hasToString("10000,9.375,256");
    assertThat(scaled.transferNanos(512 << 10)).isEqualTo(disk.transferNanos(8 << 20));
    assertThat(scaled.positioningNanos()).isEqualTo(disk.positioningNanos());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "tape", "10000", "-1,150", "1,2,3,4", "1,0", "1, 2", "hdd,sync"})
  void whatIsNoModelIsNamed(String text) {
    assertThatThrownBy(() -> DiskModel.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DiskModel.parse("tape"))
        .hasMessage(
            "a disk is hdd, ssd or MICROSECONDS,MIB_PER_SECOND[,AHEAD_KIB], perhaps with -sync,"
                + " not tape");
  }
}
