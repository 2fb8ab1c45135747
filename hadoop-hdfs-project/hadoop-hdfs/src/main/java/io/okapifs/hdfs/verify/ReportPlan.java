package io.okapifs.hdfs.verify;

import io.okapifs.ec.code.ErasureCode;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which bad replicas of a group the NameNode is told of, and why not of the others.
 *
 * <p>A replica that does not fit its checksums is reported, as every reader does. But a rebuild
 * reads the other members: while one of those is wrong, whoever knows it reports none, or the
 * rebuilt member would be wrong as well, with checksums that are right. So a wrong member and what
 * else is bad in its group are told in one call or not at all.
 *
 * @param fates of each finding, in their order
 */
record ReportPlan(Map<Finding, Fate> fates) {

  /** What becomes of a finding. */
  enum Fate {
    /** Nothing is to be done about it here. */
    NONE(false, false),
    /** The NameNode knows, and rebuilds it. */
    KNOWN(false, true),
    KNOWN_BEYOND_REPAIR(false, false),
    REPORTED(true, true),
    REPORTED_BEYOND_REPAIR(true, false),
    /** It would be rebuilt from members that contradict each other. */
    HELD_BACK(false, false),
    /** It is marked as corrupt, though its checksums are right. */
    MARKED(true, true),
    /** It can be, and nobody asked for it. */
    REPAIRABLE(false, false),
    /** Elsewhere in the group nobody can be told. */
    NOT_ALONE(false, false),
    /** A part of the group was not compared. */
    NOT_COMPARED(false, false),
    /** The others are too few to decode it. */
    TOO_FEW(false, false);

    private final boolean told;
    private final boolean rebuilt;

    Fate(boolean told, boolean rebuilt) {
      this.told = told;
      this.rebuilt = rebuilt;
    }

    /** Whether the NameNode is told of the replica. */
    boolean isTold() {
      return told;
    }

    /** Whether the NameNode can rebuild the member, once it was told. */
    boolean isRebuilt() {
      return rebuilt;
    }
  }

  /**
   * Decides.
   *
   * @param lost members that cannot be read now
   * @param compared whether all that was read was compared, to the end of the group
   * @param repairs whether wrong members shall be marked
   */
  static ReportPlan of(
      ErasureCode code, BitSet lost, boolean compared, List<Finding> findings, boolean repairs) {
    BitSet gone = (BitSet) lost.clone();
    boolean unexplained = false;
    boolean wrong = false;
    for (Finding finding : findings) {
      unexplained |= finding.kind() == Finding.Kind.UNEXPLAINED;
      if (finding.kind() == Finding.Kind.WRONG) {
        wrong = true;
        gone.set(finding.member());
      }
    }
    BitSet rest = (BitSet) gone.clone();
    rest.flip(0, code.n());
    boolean decodable = code.decodable(rest);
    Fate ofWrong = ofWrong(unexplained, compared, decodable, repairs);
    boolean contradicted = unexplained || wrong && ofWrong != Fate.MARKED;
    Map<Finding, Fate> fates = new LinkedHashMap<>();
    for (Finding finding : findings) {
      fates.put(
          finding,
          switch (finding.kind()) {
            case WRONG -> ofWrong;
            case CHECKSUM -> ofChecksum(contradicted, decodable);
            case KNOWN_CORRUPT -> decodable ? Fate.KNOWN : Fate.KNOWN_BEYOND_REPAIR;
            case UNEXPLAINED, UNREACHABLE, UNVERIFIED -> Fate.NONE;
          });
    }
    return new ReportPlan(fates);
  }

  private static Fate ofWrong(
      boolean unexplained, boolean compared, boolean decodable, boolean repairs) {
    if (unexplained) {
      return Fate.NOT_ALONE;
    }
    if (!decodable) {
      return Fate.TOO_FEW;
    }
    if (!compared) {
      return Fate.NOT_COMPARED;
    }
    return repairs ? Fate.MARKED : Fate.REPAIRABLE;
  }

  private static Fate ofChecksum(boolean contradicted, boolean decodable) {
    if (contradicted) {
      return Fate.HELD_BACK;
    }
    return decodable ? Fate.REPORTED : Fate.REPORTED_BEYOND_REPAIR;
  }

  /** Of whom the NameNode is told. */
  List<Finding> told() {
    return fates.keySet().stream().filter(finding -> fates.get(finding).isTold()).toList();
  }

  /** Those that are marked although their checksums are right. */
  List<Finding> marked() {
    return fates.keySet().stream()
        .filter(finding -> fates.get(finding) == Fate.MARKED).toList();
  }
}
