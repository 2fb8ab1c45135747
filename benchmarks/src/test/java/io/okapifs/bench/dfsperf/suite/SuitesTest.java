package io.okapifs.bench.dfsperf.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.bench.dfsperf.config.SuiteConfig;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What threads of suites do, on files of this machine. */
final class SuitesTest {

  @TempDir java.nio.file.Path folder;

  private final Progress progress = new Progress();
  private FileSystem fs;

  @BeforeEach
  void connect() throws IOException {
    fs = FileSystem.getLocal(new Configuration());
  }

  /** HDFS, as far as it is asked and told about redundancy. */
  private Redundancy hdfs;

  private Scope scope(Suite suite, Map<String, String> keys, int threads) {
    return new Scope(
        SuiteConfig.of(suite.name(), suite.keys(), keys), URI.create("file:///"),
        new Configuration(), new Path(folder.toString()), 0, threads, fs -> hdfs,
        (name, thread) -> {}, progress);
  }

  private List<Meter> run(String name, Map<String, String> keys)
      throws IOException, InterruptedException {
    Suite suite = Suites.byName(name);
    Scope scope = scope(suite, keys, 1);
    fs.mkdirs(suite.folder(scope.workspace(), 0));
    try (Worker worker = suite.worker(scope, 0)) {
      worker.prepare();
      worker.run();
      return worker.meters();
    }
  }

  private static Map<String, String> of(String... pairs) {
    Map<String, String> keys = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      keys.put(pairs[i], pairs[i + 1]);
    }
    return keys;
  }

  private void write(long length) throws IOException, InterruptedException {
    run(
        "SimpleWrite",
        of("files.per.thread", "3", "file.length.bytes", length + "", "buffer.size.bytes", "1000"));
  }

  @Test
  void whatIsWrittenIsReadAndVerified() throws Exception {
    write(2500);
    List<Meter> meters =
        run("SimpleRead", of("files.per.thread", "4", "buffer.size.bytes", "999", "verify", "true"));
    assertThat(meters).hasSize(1);
    assertThat(meters.get(0).bytes()).isEqualTo(4 * 2500);
    assertThat(meters.get(0).operations()).isEqualTo(4);
    assertThat(meters.get(0).rate()).isPositive().isFinite();
    assertThat(progress.bytes()).isEqualTo(3 * 2500 + 4 * 2500);
    assertThat(progress.operations()).isEqualTo(3 + 4);
  }

  @Test
  void aWrongByteIsNamed() throws Exception {
    write(2500);
    java.nio.file.Path written = folder.resolve("simple-read-write/0");
    byte[] content = java.nio.file.Files.readAllBytes(written.resolve("0-1"));
    content[1234] ^= 1;
    java.nio.file.Files.write(written.resolve("0-1"), content);
    java.nio.file.Files.delete(written.resolve(".0-1.crc"));
    assertThatThrownBy(
            () -> run("SimpleRead", of("files.per.thread", "3", "verify", "true")))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("wrong byte", "0-1", "offset=1234");
    assertThatThrownBy(
            () -> run("SimpleRead", of("files.per.thread", "1", "verify", "true", "seed", "1")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("seed=1");
  }

  /** The original counts what it asked for; at the end of a file there is less. */
  @ParameterizedTest
  @CsvSource({
    // skip, read, times, bytes, operations
    "1000, 1000, 1, 1000, 1", "1000, 1000, 9, 1000, 1", "0, 1000, 3, 2500, 3", "3000, 10, 2, 0, 0"
  })
  void readsBehindTheEndAreNotCounted(
      String skip, String read, String times, long expected, long operations) throws Exception {
    write(2500);
    Meter meter =
        run(
                "SkipRead",
                of(
                    "files.per.thread", "1", "skip.bytes", skip, "read.bytes", read,
                    "skip.times.per.file", times, "verify", "true"))
            .get(0);
    assertThat(meter.bytes()).isEqualTo(expected);
    assertThat(meter.operations()).isEqualTo(operations);
  }

  @Test
  void randomSkipsReadWhatTheyAskFor() throws Exception {
    write(2500);
    Meter meter =
        run(
                "SkipRead",
                of(
                    "files.per.thread", "2", "skip.mode", "RANDOM", "read.bytes", "100",
                    "skip.times.per.file", "5", "verify", "true"))
            .get(0);
    assertThat(meter.bytes()).isEqualTo(2 * 5 * 100);
    assertThat(meter.operations()).isEqualTo(10);
  }

  @Test
  void metadataTakesFiveOperationsAtATime() throws Exception {
    Meter meter =
        run("Metadata", of("clients.per.thread", "2", "op.second.per.thread", "1")).get(0);
    assertThat(meter.operations()).isPositive();
    assertThat(meter.operations() % 5).isZero();
    assertThat(meter.rate()).isPositive();
    assertThat(fs.exists(new Path(folder.toString(), "metadata/0/0"))).isFalse();
  }

  /** The original divides by the milliseconds that it took, and has Infinity in its reports. */
  @Test
  void nothingTakesNoTimeAndHasNoRate() throws Exception {
    Meter meter = run("Metadata", of("op.second.per.thread", "0")).get(0);
    assertThat(meter.operations()).isZero();
    assertThat(meter.rate()).isZero();
  }

  @Test
  void aMixtureReadsAndWritesWhatItIsAskedFor() throws Exception {
    List<Meter> meters =
        run(
            "Mixture",
            of(
                "basic.files.per.thread", "2", "read.files.per.thread", "3",
                "write.files.per.thread", "4", "file.length.bytes", "100", "verify", "true"));
    assertThat(meters).extracting(Meter::operations).containsExactly(2L, 3L, 4L);
    assertThat(meters).extracting(Meter::bytes).containsExactly(200L, 300L, 400L);
    Path data = new Path(folder.toString(), "mixture/0/data");
    assertThat(fs.listStatus(data)).hasSize(6);
    assertThat(fs.listStatus(new Path(folder.toString(), "mixture/0/tmp"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void iterationsReadWhatTheyHaveWritten(boolean shuffle) throws Exception {
    List<Meter> meters =
        run(
            "Iterate",
            of(
                "iterations", "3", "read.files.per.thread", "2", "write.files.per.thread", "1",
                "file.length.bytes", "100", "verify", "true", "shuffle.mode", shuffle + ""));
    assertThat(meters).extracting(Meter::operations).containsExactly(6L, 3L);
    assertThat(meters.get(0).statistic().name()).isEqualTo("ReadThroughput(MB/s)");
    Path data = new Path(folder.toString(), "iterate/data/2" + (shuffle ? "" : "/0"));
    assertThat(fs.listStatus(data)).hasSize(1);
  }

  @Test
  void massiveWorkEndsInTime() throws Exception {
    List<Meter> meters =
        run("Massive", of("time.seconds", "1", "file.length.bytes", "10", "verify", "true"));
    assertThat(meters.get(0).operations()).isEqualTo(2);
    assertThat(meters.get(1).operations() + meters.get(2).operations()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"PREAD, FIXED, 0", "STREAM, LOGNORMAL, 7"})
  void randomReadsAreOfTheSizesAndAtTheRateThatAreAskedFor(String api, String sizes, String align)
      throws Exception {
    write(2500);
    Meter meter =
        run(
                "RandomRead",
                of(
                    "time.seconds", "1", "warmup.seconds", "0", "request.rate", "20",
                    "request.bytes", "500", "request.sizes", sizes, "request.bytes.max", "2000",
                    "read.api", api, "request.align.bytes", align, "verify", "true"))
            .get(0);
    assertThat(meter.operations()).isEqualTo(20);
    assertThat(meter.nanos().getTotalCount()).isEqualTo(20);
    if (sizes.equals("FIXED")) {
      assertThat(meter.bytes()).isEqualTo(20 * 500);
    } else {
      assertThat(meter.bytes()).isBetween(20L, 20 * 2000L);
    }
  }

  @Test
  void readsOfTheWarmUpAreNotCounted() throws Exception {
    write(100);
    Meter meter =
        run(
                "RandomRead",
                of(
                    "time.seconds", "1", "warmup.seconds", "1", "request.rate", "10",
                    "request.bytes", "10"))
            .get(0);
    assertThat(meter.operations()).isEqualTo(10);
  }

  /** Files of which something is missing for some time, by their names. */
  private static final class Losses implements Redundancy {
    private final Set<String> lossy;
    private final long bytes;
    private final Map<String, Integer> asked = new HashMap<>();
    private final int looksMissing;
    private final List<String> changed = new ArrayList<>();

    Losses(Set<String> lossy, long bytes, int looksMissing) {
      this.lossy = lossy;
      this.bytes = bytes;
      this.looksMissing = looksMissing;
    }

    /** Whole when it is asked for the first time. */
    @Override
    public Missing missing(Path file) {
      int looks = asked.merge(file.getName(), 1, Integer::sum) - 1;
      boolean isMissing = lossy.contains(file.getName()) && looks > 0 && looks <= looksMissing;
      return new Missing() {
        @Override
        public long bytes() {
          return isMissing ? bytes : 0;
        }

        @Override
        public boolean isOf(long offset, long wanted) {
          return isMissing && offset < 1000;
        }
      };
    }

    @Override
    public void change(Path file, String policy) {
      changed.add(file.getName() + " to " + policy);
    }
  }

  @ParameterizedTest
  @CsvSource({"false, 0-0-0:0-0-1", "true, 0-0-0"})
  void readsOfLostBlocksAreToldApart(boolean lostOnly, String lossy) throws Exception {
    hdfs = new Losses(Set.of(lossy.split(":")), 1, Integer.MAX_VALUE);
    List<Meter> meters =
        run(
            "DegradedRead",
            of(
                "time.seconds", "1", "warmup.seconds", "0", "request.rate", "40",
                "request.bytes", "500", "file.length.bytes", "2000", "verify", "true",
                "lost.only", lostOnly + ""));
    assertThat(meters).extracting(meter -> meter.statistic().name())
        .containsExactly("DegradedReadThroughput(MB/s)", "ReadThroughput(MB/s)");
    long degraded = meters.get(0).operations();
    assertThat(degraded + meters.get(1).operations()).isEqualTo(40);
    if (lostOnly) {
      assertThat(degraded).isEqualTo(40);
    } else {
      assertThat(degraded).isBetween(8L, 32L);
    }
    assertThat(meters.get(0).bytes()).isEqualTo(degraded * 500);
  }

  /** The second file is missing while the first one is waited for, and that counts. */
  @Test
  void aRepairLastsFromTheLossAndCountsWhatIsMissing() throws Exception {
    hdfs = new Losses(Set.of("0-0-0", "0-0-2"), 700, 4);
    Meter meter =
        run(
                "Repair",
                of("files.per.thread", "3", "file.length.bytes", "2000", "verify", "true"))
            .get(0);
    assertThat(meter.operations()).isEqualTo(2);
    assertThat(meter.bytes()).isEqualTo(2 * 700);
    assertThat(meter.nanos().getMinValue()).isGreaterThan(50_000_000);
    assertThat(meter.nanos().getMaxValue())
        .isGreaterThan(meter.nanos().getMinValue() + 90_000_000);
    assertThat(meter.rate()).isPositive().isLessThan(1400 / 50e-3 / (1 << 20));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DegradedRead", "Repair"})
  void whereNothingIsLostThatIsSaid(String suite) {
    hdfs = new Losses(Set.of(), 1, 0);
    assertThatThrownBy(
            () -> run(suite, of("lost.wait.seconds", "1", "file.length.bytes", "10")))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("no block was lost: files=2", "waited lost.wait.seconds=1");
  }

  @Test
  void whatIsNotRepairedIsNamed() {
    hdfs = new Losses(Set.of("0-0-1"), 1, Integer.MAX_VALUE);
    assertThatThrownBy(
            () -> run("Repair", of("repair.wait.seconds", "1", "file.length.bytes", "10")))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("blocks are still missing", "0-0-1", "repair.wait.seconds=1");
  }

  @Test
  void eachFileIsGivenTheOtherPolicy() throws Exception {
    Losses told = new Losses(Set.of(), 0, 0);
    hdfs = told;
    Meter meter =
        run(
                "Transition",
                of(
                    "transition.policy", "RS-10-4-1024k", "files.per.thread", "3",
                    "file.length.bytes", "2000", "verify", "true"))
            .get(0);
    assertThat(told.changed)
        .containsExactly(
            "0-0-0 to RS-10-4-1024k", "0-0-1 to RS-10-4-1024k", "0-0-2 to RS-10-4-1024k");
    assertThat(meter.bytes()).isEqualTo(3 * 2000);
  }

  @Test
  void readersWithoutFilesSayWhatToDo() {
    assertThatThrownBy(() -> run("SimpleRead", Map.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("no file to read", "SimpleWrite");
  }

  @Test
  void anUnknownSuiteNamesTheNearest() {
    assertThatIllegalArgumentException().isThrownBy(() -> Suites.byName("SimpelRead"))
        .withMessageContainingAll("SimpelRead", "nearest is SimpleRead", "Massive");
  }

  /** Keys of the original, under names of the original, with values of the original. */
  @Test
  void keysAreThoseOfTheOriginal() {
    assertThat(SuiteConfig.of("x", Suites.byName("SkipRead").keys(), Map.of()).values())
        .containsEntry("files.per.thread", "2").containsEntry("read.mode", "SEQUENCE")
        .containsEntry("buffer.size.bytes", "4194304")
        .containsEntry("read.type", "CACHE_PROMOTE").containsEntry("read.bytes", "16777216")
        .containsEntry("skip.bytes", "16777216").containsEntry("skip.mode", "FORWARD")
        .containsEntry("skip.times.per.file", "2");
    assertThat(SuiteConfig.of("x", Suites.byName("Massive").keys(), Map.of()).values())
        .containsEntry("time.seconds", "5").containsEntry("shuffle.mode", "false")
        .containsEntry("basic.files.per.thread", "2")
        .containsEntry("block.size.bytes", "134217728")
        .containsEntry("file.length.bytes", "134217728")
        .containsEntry("write.type", "ASYNC_THROUGH");
    assertThat(SuiteConfig.of("x", Suites.byName("Metadata").keys(), Map.of()).values())
        .containsEntry("clients.per.thread", "20").containsEntry("op.second.per.thread", "5");
    assertThat(SuiteConfig.of("x", Suites.byName("Iterate").keys(), Map.of()).values())
        .containsEntry("iterations", "2").containsEntry("read.files.per.thread", "2");
    assertThat(SuiteConfig.of("x", Suites.byName("Mixture").keys(), Map.of()).values())
        .containsEntry("read.files.per.thread", "4").containsEntry("write.files.per.thread", "1");
  }
}
