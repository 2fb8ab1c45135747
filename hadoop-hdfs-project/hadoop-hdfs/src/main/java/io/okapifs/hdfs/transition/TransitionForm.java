package io.okapifs.hdfs.transition;

/**
 * What a transition makes of the redundancy of a file. An immutable value.
 *
 * @param policyId that the file is coded by
 * @param stockLayout whether it has HDFS's own striped layout then, and no stripe width
 */
public record TransitionForm(byte policyId, boolean stockLayout) {

  public TransitionForm {
    if (policyId < 1) {
      throw new IllegalArgumentException("no policy has such an id: policyId=" + policyId);
    }
  }

  /** Other parity groups beside the stripe width that the file has, or gets. */
  public static TransitionForm of(byte policyId) {
    return new TransitionForm(policyId, false);
  }

  /** HDFS's own layout, under the policy that the file has. */
  public static TransitionForm stock(byte policyId) {
    return new TransitionForm(policyId, true);
  }

  /** Whether a transition may go on to another form: each of the two changes one thing. */
  boolean leadsTo(TransitionForm second) {
    return !stockLayout && second.stockLayout == (second.policyId == policyId);
  }
}
