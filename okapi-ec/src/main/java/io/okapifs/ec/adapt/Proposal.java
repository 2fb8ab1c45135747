package io.okapifs.ec.adapt;

import java.util.Comparator;

/**
 * The transition of a file that a change of failure rates speaks for.
 *
 * @param path of the file
 * @param urgent whether the file is below the target
 */
public record Proposal(String path, Form from, Form to, boolean urgent) {

  /** What is urgent by its risk, then what saves most per byte that is moved. */
  public static final Comparator<Proposal> BY_TURN =
      Comparator.comparing(Proposal::urgent).reversed()
          .thenComparingDouble(
              each -> each.urgent ? each.from.mttdlYears() : -each.savedPerMovedByte())
          .thenComparing(Proposal::path);

  /** Bytes that are stored less; negative where they are more. */
  public long savedBytes() {
    return from.storedBytes() - to.storedBytes();
  }

  private double savedPerMovedByte() {
    return (double) savedBytes() / Math.max(1, to.movedBytes());
  }
}
