package io.okapifs.hdfs.transition;

import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.RuleProto;

/**
 * A rule for the closed files of a directory, as image and journal keep it: those that are old
 * enough get a policy, as time goes by. An immutable value.
 *
 * @param id from 1 on; no other rule has it, and no request for a tree, ever
 * @param directoryId inode of the directory, which may be renamed
 * @param policy what the files shall have: NAME or NAME@WIDTH
 * @param ageMillis for how long a file must not have been changed
 * @param minBytes smaller files are left as they are
 * @param user who set it
 * @param sinceMillis when it was set
 * @param paused whether it rests until it is resumed
 */
public record Rule(
    long id, long directoryId, String policy, long ageMillis, long minBytes, String user,
    long sinceMillis, boolean paused) {

  public Rule {
    if (id < 1 || ageMillis < 0 || minBytes < 0 || policy.isEmpty() || user.isEmpty()) {
      throw new IllegalArgumentException(
          "no rule: id=" + id + ", policy=" + policy + ", ageMillis=" + ageMillis + ", minBytes="
              + minBytes + ", user=" + user);
    }
  }

  /** What its files shall have, behind all that somebody asked for. */
  public TransitionGoal goal() {
    return TransitionGoal.of(policy, TransitionRecord.BY_RULE);
  }

  /** Whether a file was not changed for long enough. */
  public boolean isOldEnough(long modificationMillis, long nowMillis) {
    return modificationMillis <= nowMillis - ageMillis;
  }

  /** Whether another rule would say the same of the same directory. */
  public boolean saysAs(Rule other) {
    return directoryId == other.directoryId
        && policy.equals(other.policy)
        && ageMillis == other.ageMillis
        && minBytes == other.minBytes;
  }

  /** The same with another id. */
  public Rule numbered(long other) {
    return new Rule(other, directoryId, policy, ageMillis, minBytes, user, sinceMillis, paused);
  }

  /** The same, resting or not. */
  public Rule paused(boolean rests) {
    return new Rule(id, directoryId, policy, ageMillis, minBytes, user, sinceMillis, rests);
  }

  RuleProto toProto() {
    return RuleProto.newBuilder()
        .setId(id)
        .setDirectory(directoryId)
        .setPolicy(policy)
        .setAgeMs(ageMillis)
        .setMinBytes(minBytes)
        .setUser(user)
        .setSinceMs(sinceMillis)
        .setPaused(paused)
        .build();
  }

  /**
   * @throws IllegalArgumentException where it is none
   */
  static Rule of(RuleProto rule) {
    return new Rule(
        rule.getId(), rule.getDirectory(), rule.getPolicy(), rule.getAgeMs(), rule.getMinBytes(),
        rule.getUser(), rule.getSinceMs(), rule.getPaused());
  }
}
