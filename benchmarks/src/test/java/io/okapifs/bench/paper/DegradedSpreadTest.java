package io.okapifs.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.read.ByteRange;
import io.okapifs.hdfs.read.Fetch;
import io.okapifs.hdfs.read.FileView;
import io.okapifs.hdfs.read.LostBlocks;
import io.okapifs.hdfs.read.Piece;
import io.okapifs.hdfs.read.ReadPlanner;
import io.okapifs.hdfs.read.Source;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.commons.math3.util.ArithmeticUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What degraded reads are counted to fetch is what the client plans. */
final class DegradedSpreadTest {

  private static final int ROWS = 4;
  private static final int CELL = 1024;

  @ParameterizedTest
  @CsvSource({
    "3, 12, 1", "3, 12, 10", "4, 12, 24", "12, 12, 30", "16, 12, 7", "16, 12, 70", "6, 6, 13"
  })
  void readsFetchWhatTheClientPlans(int width, int k, int cells) throws IOException {
    int period = ArithmeticUtils.lcm(width, k) * ROWS;
    GroupPolicy policy = new GroupPolicy("RS-" + k + "-3-1k", "rs", k, 3, 1, CELL);
    FileLayout layout = new FileLayout(policy, width, (long) ROWS * CELL);
    FileView view = FileView.closed(layout, 3L * period * CELL);
    long fetched = 0;
    long disks = 0;
    long reads = 0;
    for (int from = 0; from < period; from++) {
      List<Piece> pieces =
          view.pieces(
              new ByteRange((long) from * CELL, (long) (from + cells) * CELL),
              ByteBuffer.allocate(cells * CELL));
      for (long block : pieces.stream().mapToLong(Piece::block).distinct().toArray()) {
        LostBlocks lost = new LostBlocks();
        lost.add(Source.data(block), "the test takes it away");
        List<Fetch> fetches =
            new ReadPlanner(view, CodeRegistry.create("rs", k, 3), lost, source -> List.of())
                .plan(pieces).fetches();
        fetched += fetches.stream().mapToLong(fetch -> fetch.range().length()).sum();
        disks += fetches.stream().map(Fetch::source).distinct().count();
        reads++;
      }
    }
    DegradedSpread.Fetched counted = new DegradedSpread(width, k, ROWS).of(cells);
    assertThat(counted.cells()).isCloseTo((double) fetched / CELL / reads, within(1e-9));
    assertThat(counted.disks()).isCloseTo((double) disks / reads, within(1e-9));
  }

  /** Section 4.4: 6 MiB of groups of 6, of which the first block is lost; 4-wide and coupled. */
  @Test
  void theExampleOfThePaper() {
    assertThat(new DegradedSpread(4, 6, 8).fetched(0, 6, 0)).isEqualTo(12);
    assertThat(new DegradedSpread(6, 6, 8).fetched(0, 6, 0)).isEqualTo(6);
  }
}
