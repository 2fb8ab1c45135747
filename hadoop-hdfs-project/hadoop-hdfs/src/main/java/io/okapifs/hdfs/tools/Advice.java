package io.okapifs.hdfs.tools;

import java.util.List;

/**
 * Which stripe width reads and files speak for. Its components are, in name and order, the keys of
 * the JSON view: renaming one changes a format.
 *
 * @param policy whose code all widths are judged with
 * @param blockSize bytes
 * @param today the form that others are compared with, by its name
 * @param reads how long they are; null without a trace
 * @param plannedReads how many of them the costs are of, evenly taken; those after a loss are of
 *     at most {@link PlannedReads#AFTER_LOSS}
 * @param files how long they are
 * @param stripeWidth that is advised; null without a trace
 * @param saved share of today's positionings that it saves, below 0 where it wants more; null
 *     without a trace
 * @param clearGain whether that share is at least {@link Adviser#CLEAR_GAIN}
 * @param smallFiles whether the median file takes as much as three replicas, or more, at the width
 *     that is advised, without a trace at today's
 * @param widenTo the least wider width at which it takes less; null where there is none, or files
 *     are not small
 * @param widths what some widths cost, HDFS's own layout first
 * @param forms of the files below a path, and what they take; none without a path
 * @param candidates policies that files could have
 * @param check what reads took on the cluster; null where that was not asked for, or the advised
 *     form is today's
 */
public record Advice(
    String policy, long blockSize, String today, Sizes reads, long plannedReads, Sizes files,
    Integer stripeWidth, Double saved, boolean clearGain, boolean smallFiles, Integer widenTo,
    List<Width> widths, List<Overhead.Sum> forms, Candidates candidates, Check check) {

  /**
   * What a width costs.
   *
   * @param form a policy with a width, or without one in HDFS's own layout
   * @param stripeWidth 0 in HDFS's own layout
   * @param reads null without a trace
   * @param storedPerByte bytes stored per byte of all files
   * @param objectsPerFile inode and block groups of a file at the NameNode, on average
   */
  public record Width(
      String form, int stripeWidth, Reads reads, double storedPerByte, double objectsPerFile) {}

  /**
   * What a read costs, on average and of the worst hundredth. Runs of neighbouring bytes of a block
   * count as one positioning.
   *
   * @param fromOneBlock bytes of the block that most are read of
   * @param positioningsAfterLoss where the block of the first byte is lost
   * @param bytesAfterLoss the same
   */
  public record Reads(
      double positionings, long positioningsP99, double bytes, long bytesP99,
      double fromOneBlock, double positioningsAfterLoss, double bytesAfterLoss,
      long bytesAfterLossP99) {}

  /**
   * Policies that files could have, and the times that their MTTDL is of.
   *
   * @param mttfHours mean time until a block is lost
   * @param mttrHours mean time of a repair that reads k blocks
   */
  public record Candidates(double mttfHours, double mttrHours, List<Candidate> policies) {

    public Candidates {
      policies = List.copyOf(policies);
    }
  }

  /**
   * A policy that files could have.
   *
   * @param storedPerByte of files that fill their groups
   * @param tolerance losses of blocks that each group survives, whichever they are
   * @param nodes losses of nodes, on this cluster as even as can be; null where nodes are not known
   * @param racks the same of racks
   * @param mttdlYears mean time until a group cannot be decoded
   * @param repairBlocks read to rebuild one block, on average
   * @param transition to it from today's form; null where it is today's, or another cell size asks
   *     for copies
   */
  public record Candidate(
      String policy, double storedPerByte, int tolerance, Integer nodes, Integer racks,
      double mttdlYears, double repairBlocks, Transition transition) {}

  /**
   * What the transition of all files takes, in place and as if all had today's form.
   *
   * @param readBytes once by DataNodes, as {@code -transition -dryRun} counts
   * @param writtenBytes new parity
   * @param freedBytes old parity
   * @param lookaheadGroups of {@code dfs.namenode.ec.placement.lookahead-groups} for files that
   *     shall become so without moves
   * @param moves of a hundred data blocks those that share a node with another one of their new
   *     group and move first, where files were written without look-ahead; null where nodes are not
   *     known or too few
   * @param movesWithLookahead the same where they were written with so much
   */
  public record Transition(
      long readBytes, long writtenBytes, long freedBytes, int lookaheadGroups, Double moves,
      Double movesWithLookahead) {}

  /**
   * What reads took of test files on the cluster, one at a time.
   *
   * @param reads how many, of each form
   * @param bytes of all reads of a form
   * @param fileBytes of each test file
   */
  public record Check(int reads, long bytes, long fileBytes, List<Timed> forms) {

    public Check {
      forms = List.copyOf(forms);
    }
  }

  /** Of a form, the time from opening the file to the last byte. */
  public record Timed(String form, double medianMs, double p99Ms) {}

  public Advice {
    widths = List.copyOf(widths);
    forms = List.copyOf(forms);
  }

  Advice with(Check measured) {
    return new Advice(
        policy, blockSize, today, reads, plannedReads, files, stripeWidth, saved, clearGain,
        smallFiles, widenTo, widths, forms, candidates, measured);
  }

  /** The form of the advised width; it must be there. */
  Width advised() {
    return widths.stream()
        .filter(width -> width.stripeWidth() == stripeWidth)
        .findFirst().orElseThrow();
  }

  /** What a form costs. */
  Width of(String form) {
    return widths.stream().filter(width -> width.form().equals(form)).findFirst().orElseThrow();
  }
}
