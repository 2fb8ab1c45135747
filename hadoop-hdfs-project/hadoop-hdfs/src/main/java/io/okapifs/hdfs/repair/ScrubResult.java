package io.okapifs.hdfs.repair;

import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.ScrubResultProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.ScrubResultProto.OutcomeProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.ScrubResultsProto;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What came of the scrub of one group. Any thread may use it.
 *
 * @param id of the task
 * @param contradiction of members that do not fit together; empty in any other case
 * @param bytes that were read
 */
public record ScrubResult(
    long id, Outcome outcome, Optional<ContradictionReport> contradiction, long bytes) {

  /** Results in one report: many times what a DataNode keeps. */
  private static final int RESULTS_MAX = 1024;

  /** What the members are to each other. */
  public enum Outcome {
    /** All that is there fits together. */
    FITS,
    CONTRADICTS,
    /** The group could not be read to its end. */
    NOT_COMPARED
  }

  public ScrubResult {
    if (bytes < 0 || contradiction.isPresent() != (outcome == Outcome.CONTRADICTS)) {
      throw new IllegalArgumentException(
          "a scrub tells of a contradiction where there is one, and of bytes from 0 on: outcome="
              + outcome + ", contradiction=" + contradiction + ", bytes=" + bytes);
    }
  }

  private ScrubResultProto toProto() {
    ScrubResultProto.Builder result =
        ScrubResultProto.newBuilder()
            .setId(id).setOutcome(OutcomeProto.valueOf(outcome.name())).setBytes(bytes);
    contradiction.ifPresent(each -> result.setContradiction(each.toProto()));
    return result.build();
  }

  private static ScrubResult of(ScrubResultProto result) {
    return new ScrubResult(
        result.getId(),
        Outcome.valueOf(result.getOutcome().name()),
        result.hasContradiction()
            ? Optional.of(ContradictionReport.of(result.getContradiction()))
            : Optional.empty(),
        result.getBytes());
  }

  /** Several, as they travel. */
  public static ScrubResultsProto toProto(Collection<ScrubResult> results) {
    return ScrubResultsProto.newBuilder()
        .addAllResult(results.stream().map(ScrubResult::toProto).toList()).build();
  }

  /**
   * Those of a report.
   *
   * @throws IllegalArgumentException where one contradicts itself, or there are too many
   */
  public static List<ScrubResult> of(ScrubResultsProto report) {
    if (report.getResultCount() > RESULTS_MAX) {
      throw new IllegalArgumentException(
          "more scrubs than a DataNode tells of: results=" + report.getResultCount() + ", most="
              + RESULTS_MAX);
    }
    return report.getResultList().stream().map(ScrubResult::of).toList();
  }
}
