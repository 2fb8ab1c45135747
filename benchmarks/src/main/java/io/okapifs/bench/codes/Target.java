package io.okapifs.bench.codes;

import io.okapifs.bench.stats.PairedRatio;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A ratio that is wanted, of two subjects measured in the same rounds.
 *
 * @param wanted the least that passes
 */
public record Target(
    String name, Side side, Side over, String workingSet, double wanted) {
  private static final long SEED = 20260101;
  private static final double JNI_SHARE = 0.98;

  /** Which subject. */
  public record Side(String code, String op, String kernel) {
    private boolean matches(Result result) {
      return result.subject().is(code, op, kernel);
    }
  }

  private static Side raw() {
    return new Side(PeerSubjects.RAW, "encode", PeerSubjects.RAW_KERNEL);
  }

  /** What is asked for with GFNI, with AVX2 beside ISA-L's AVX2, and on ISA-L alone. */
  public static List<Target> all(String cached, String streamed) {
    Side rs = new Side("RS-10-4", "encode", "gfni");
    Side less = new Side("LESS4-10-4", "encode", "gfni");
    Side lessOnIsal = new Side("LESS4-10-4", "encode", "isal");
    Side lessOnAvx2 = new Side("LESS4-10-4", "encode", "avx2");
    Side rawAvx2 = new Side(PeerSubjects.RAW, "encode", PeerSubjects.RAW_AVX2_KERNEL);
    return List.of(
        new Target("RS-10-4 over ISA-L from C", rs, raw(), cached, 1.7),
        new Target("LESS4-10-4 over ISA-L from C", less, raw(), cached, 1.5),
        new Target("RS-10-4 over ISA-L from C", rs, raw(), streamed, 1.3),
        new Target("LESS4-10-4 over ISA-L from C", less, raw(), streamed, 1.0),
        new Target("LESS4-10-4 over RS-10-4", less, rs, cached, 0.7),
        new Target("LESS4-10-4 over RS-10-4", less, rs, streamed, 0.9),
        new Target(
            "LESS4-10-4 decode of four over its encode",
            new Side("LESS4-10-4", "decode", "gfni"), less, cached, 0.8),
        new Target(
            "LESS4-10-4 repair over RS-10-4 repair, bytes read",
            new Side("LESS4-10-4", "repair", "gfni"), new Side("RS-10-4", "repair", "gfni"),
            cached, 0.6),
        new Target("LESS4-10-4 over ISA-L from C, without GFNI", lessOnIsal, raw(), cached, 0.5),
        new Target(
            "RS-10-4 over ISA-L from C, both by AVX2", new Side("RS-10-4", "encode", "avx2"),
            rawAvx2, cached, 1.3),
        new Target(
            "LESS4-10-4 over ISA-L from C, both by AVX2", lessOnAvx2, rawAvx2, cached, 0.7),
        new Target(
            "LESS4-10-4 over ISA-L from C, both by AVX2", lessOnAvx2, rawAvx2, streamed, 0.36),
        new Target(
            "RS-10-4 through JNI over the same call from C", rs,
            new Side("RS-10-4", "encode", "gfni" + PeerSubjects.FROM_C), cached, JNI_SHARE));
  }

  /** The line for it, at the shortest window that has both; empty where a side is missing. */
  public Optional<Map<String, Object>> check(List<Result> results) {
    for (Result result : results) {
      if (side.matches(result) && result.workingSet().name().equals(workingSet)) {
        Optional<Result> other =
            results.stream()
                .filter(over::matches)
                .filter(candidate -> candidate.workingSet().equals(result.workingSet()))
                .filter(candidate -> candidate.windowBytes() == result.windowBytes())
                .findFirst();
        if (other.isPresent()) {
          return Optional.of(values(result, other.get()));
        }
      }
    }
    return Optional.empty();
  }

  private Map<String, Object> values(Result ours, Result other) {
    PairedRatio ratio =
        PairedRatio.of(ours.inputBytesPerSecond(), other.inputBytesPerSecond(), SEED);
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("target", name);
    values.put("kernel", side.kernel());
    values.put("window_bytes", ours.windowBytes());
    values.put("working_set", workingSet);
    values.put("ratio", ratio.median());
    values.put("low95", ratio.low());
    values.put("high95", ratio.high());
    values.put("wanted", wanted);
    values.put("passes", ratio.median() >= wanted);
    return values;
  }
}
