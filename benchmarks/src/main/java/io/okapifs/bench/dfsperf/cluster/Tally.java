package io.okapifs.bench.dfsperf.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.bench.dfsperf.suite.Meter;
import io.okapifs.bench.dfsperf.suite.Statistic;
import io.okapifs.bench.dfsperf.suite.Suite;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Bytes and latencies of many threads, which rates of the report do not tell. For one thread. */
public final class Tally {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int DIGITS = 3;
  private static final double NANOS_PER_MILLI = 1e6;

  /** As it is sent. */
  private record Sent(long bytes, String histogram) {}

  private final Map<String, Long> bytes = new LinkedHashMap<>();
  private final Map<String, Histogram> nanos = new LinkedHashMap<>();

  void add(List<Meter> meters) {
    meters.forEach(meter -> add(meter.statistic().name(), meter.bytes(), meter.nanos()));
  }

  void add(Tally other) {
    other.nanos.forEach((name, histogram) -> add(name, other.bytes.get(name), histogram));
  }

  private void add(String statistic, long moved, Histogram histogram) {
    bytes.merge(statistic, moved, Long::sum);
    nanos.computeIfAbsent(statistic, name -> new Histogram(DIGITS)).add(histogram);
  }

  /** Of all statistics. */
  long bytes() {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }

  public long bytes(Statistic statistic) {
    return bytes.getOrDefault(statistic.name(), 0L);
  }

  public long operations(Statistic statistic) {
    Histogram histogram = nanos.get(statistic.name());
    return histogram == null ? 0 : histogram.getTotalCount();
  }

  /** Milliseconds of all percentiles of a suite, by their names in the report. */
  public Map<String, Double> percentiles(Suite suite) {
    Map<String, Double> percentiles = new LinkedHashMap<>();
    for (Statistic statistic : suite.statistics()) {
      Histogram histogram = nanos.getOrDefault(statistic.name(), new Histogram(DIGITS));
      for (int percent : Statistic.PERCENTILES) {
        percentiles.put(statistic.percentile(percent), millis(histogram, percent));
      }
    }
    return percentiles;
  }

  static double millis(Histogram nanos, int percent) {
    return nanos.getValueAtPercentile(percent) / NANOS_PER_MILLI;
  }

  String text() throws JsonProcessingException {
    Map<String, Sent> sent = new LinkedHashMap<>();
    nanos.forEach(
        (name, histogram) -> sent.put(name, new Sent(bytes.get(name), encoded(histogram))));
    return JSON.writeValueAsString(sent);
  }

  private static String encoded(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    byte[] used = new byte[histogram.encodeIntoCompressedByteBuffer(buffer)];
    buffer.flip().get(used);
    return Base64.getEncoder().encodeToString(used);
  }

  static Tally parse(String text) throws JsonProcessingException {
    Tally tally = new Tally();
    Map<String, Sent> sent = JSON.readValue(text, new TypeReference<>() {});
    sent.forEach((name, one) -> tally.add(name, one.bytes(), decoded(name, one.histogram())));
    return tally;
  }

  private static Histogram decoded(String statistic, String base64) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("not a histogram: statistic=" + statistic, e);
    }
  }
}
