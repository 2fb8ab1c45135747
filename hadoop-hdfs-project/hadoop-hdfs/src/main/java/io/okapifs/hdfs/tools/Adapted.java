package io.okapifs.hdfs.tools;

import java.util.List;
import java.util.Map;

/**
 * Which policies fit the failure rates of the disks of a cluster. Its components are, in name and
 * order, the keys of the JSON view: renaming one changes a format.
 *
 * @param path that was asked for
 * @param date the first day
 * @param targetYears mean time until a group is lost that each must have
 * @param mttrHours mean time of a repair that reads k blocks
 * @param nodes that blocks may be written to
 * @param budget bytes that may be read and written per day; null where there is no limit
 * @param rates of the nodes, as the table has them
 * @param policies that are enabled, and how often disks may fail under them
 * @param files that were looked at
 * @param proposals by their turn
 * @param unreachable files below the target that no enabled policy helps
 * @param begun what was asked for; null with -dryRun
 */
public record Adapted(
    String path, String date, double targetYears, double mttrHours, int nodes, Long budget,
    List<Rate> rates, List<Limit> policies, Files files, List<Step> proposals,
    List<Unsafe> unreachable, Begun begun) {

  /**
   * A line of the table, and what groups need whose members all lie there.
   *
   * @param what node, rack or pattern
   * @param line of the table; 0 of one that is counted from drive days
   * @param nodes that have this rate
   * @param percent of disks per year
   * @param policy the cheapest enabled one that reaches the target; null where none does
   * @param tolerance losses of blocks that it survives, whichever they are; null as well
   */
  public record Rate(
      String what, int line, int nodes, double percent, String policy, Integer tolerance) {}

  /**
   * An enabled policy.
   *
   * @param storedPerByte of files that fill their groups
   * @param tolerance losses of blocks that each group survives, whichever they are
   * @param upToPercent of disks that may fail per year, so that full groups reach the target
   */
  public record Limit(
      String policy, double storedPerByte, int tolerance, double upToPercent) {}

  /**
   * What files there are.
   *
   * @param lookedAt those with a stripe width
   * @param belowTarget of these
   * @param replicated that are passed over, as are the next ones
   * @param inHdfsForm in HDFS's own striped layout
   * @param underWay in a transition, or in a tree that has a request
   * @param ofRules below a directory that has a rule, which decides about them
   * @param ofRulesBelowTarget of these
   * @param notReadable whose places could not be told
   * @param why the first of them could not; null where there is none
   * @param movedUnderWay bytes that the transitions under way take
   * @param stored bytes of the files that were looked at
   * @param storedAfter the same once all that is proposed is done
   */
  public record Files(
      long lookedAt, long belowTarget, long replicated, long inHdfsForm, long underWay,
      long ofRules, long ofRulesBelowTarget, long notReadable, String why, long movedUnderWay,
      long stored, long storedAfter) {}

  /**
   * A transition that is proposed.
   *
   * @param urgent whether the file is below the target
   * @param moved bytes that are read and written for it
   * @param saved bytes that the file takes less then; negative where it takes more
   * @param day 1 for today; null where the budget of a day is too small for it
   * @param date of that day; null as well
   */
  public record Step(
      String path, String from, String to, boolean urgent, String why, long moved, long saved,
      Long day, String date) {}

  /**
   * A file below the target that keeps its policy.
   *
   * @param mttdlYears mean time until its worst group is lost
   */
  public record Unsafe(String path, String policy, double mttdlYears) {}

  /**
   * What was asked for of today's proposals.
   *
   * @param name of these transitions
   * @param requests numbers of requests for trees
   * @param queued other files
   * @param refused why others were not, by path, of the first thousand
   */
  public record Begun(
      String name, List<Long> requests, long queued, Map<String, String> refused) {}

  /** The same with what was asked for. */
  Adapted begun(Begun now) {
    return new Adapted(
        path, date, targetYears, mttrHours, nodes, budget, rates, policies, files, proposals,
        unreachable, now);
  }

  public Adapted {
    rates = List.copyOf(rates);
    policies = List.copyOf(policies);
    proposals = List.copyOf(proposals);
    unreachable = List.copyOf(unreachable);
  }
}
