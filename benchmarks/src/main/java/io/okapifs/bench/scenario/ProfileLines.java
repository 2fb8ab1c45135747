package io.okapifs.bench.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.okapifs.bench.profile.CpuProfile;
import io.okapifs.bench.profile.Owner;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How a profile is told: a line of sums for an operation, and a line for each method. */
final class ProfileLines {

  private final Report report;
  private final int methods;

  /**
   * An operation on files of one layout.
   *
   * @param bytes of the files, or those that a repair made again
   * @param cpuNanos processor time of client and daemons meanwhile
   */
  record Case(String layout, String operation, long bytes, long cpuNanos) {

    Map<String, Object> values(String what) {
      Map<String, Object> values = Report.values(what);
      values.put("layout", layout);
      values.put("operation", operation);
      return values;
    }
  }

  /**
   * Lines go to a report.
   *
   * @param methods lines of methods of each operation, at most
   */
  ProfileLines(Report report, int methods) {
    this.report = report;
    this.methods = methods;
  }

  /** The processor time of the operation is shared among its samples, the same to each. */
  void report(Case measured, CpuProfile profile) throws IOException {
    if (profile.samples() == 0) {
      throw new IOException("no samples, longer work is needed: " + measured);
    }
    double nanosPerByte = measured.cpuNanos() / (double) measured.bytes();
    double perSample = nanosPerByte / profile.samples();
    Map<String, Object> values = measured.values("profile");
    values.put("bytes", measured.bytes());
    values.put("samples", profile.samples());
    values.put("nanosPerByte", nanosPerByte);
    putSums(values, "charged", profile.chargedByOwner(), perSample);
    putSums(values, "running", profile.runningByOwner(), perSample);
    report.line(values);
    long ofMethods = profile.samples() - profile.runningByOwner().get(Owner.JVM);
    methods(measured, "charged", profile.charged(), ofMethods, perSample);
    methods(measured, "running", profile.running(), ofMethods, perSample);
  }

  private static void putSums(
      Map<String, Object> values, String how, Map<Owner, Long> samples, double perSample) {
    samples.forEach((owner, count) -> values.put(how + "_" + text(owner), count * perSample));
  }

  /** Shares are of all methods together: what compilers take becomes less the longer a JVM runs. */
  private void methods(
      Case measured, String how, List<Map.Entry<CpuProfile.Method, Long>> counts, long ofMethods,
      double perSample)
      throws JsonProcessingException {
    List<Map.Entry<CpuProfile.Method, Long>> told =
        counts.stream().filter(entry -> entry.getKey().owner() != Owner.JVM).limit(methods)
            .toList();
    for (Map.Entry<CpuProfile.Method, Long> entry : told) {
      Map<String, Object> values = measured.values(how);
      values.put("owner", text(entry.getKey().owner()));
      values.put("share", entry.getValue() / (double) ofMethods);
      values.put("nanosPerByte", entry.getValue() * perSample);
      values.put("method", entry.getKey().name());
      report.line(values);
    }
  }

  private static String text(Owner owner) {
    return owner.name().toLowerCase(Locale.ROOT);
  }
}
