package io.okapifs.ec.plan;

import io.okapifs.ec.EcException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How to rebuild lost members: what to read from which helper, and the program that turns it into
 * the lost sub-blocks. A value; {@link #toString()} is a text form that {@link #parse} reads back.
 *
 * <p>The program's inputs are the sub-blocks of the runs in order; its outputs are the sub-blocks
 * of the lost members in order, alpha of them each. With alpha = 1 an input is a helper and an
 * output a lost member. What does not fit together is refused with {@link EcException}.
 *
 * @param alpha sub-blocks per block
 * @param lostMembers the members rebuilt, ascending
 * @param runs what is read, ascending by member and sub-block, maximal (no two runs touch)
 * @param program runs to lost sub-blocks
 */
public record RepairPlan(
    int alpha, List<Integer> lostMembers, List<SubBlockRun> runs, CodingProgram program) {
  public RepairPlan {
    lostMembers = List.copyOf(lostMembers);
    runs = List.copyOf(runs);
    if (alpha < 1 || lostMembers.isEmpty() || runs.isEmpty()) {
      throw new EcException(
          "bad plan: alpha=" + alpha + ", lostMembers=" + lostMembers + ", runs=" + runs);
    }
    checkAscending(lostMembers);
    checkRuns(alpha, lostMembers, runs);
    int subBlocksRead = runs.stream().mapToInt(SubBlockRun::subBlockCount).sum();
    if (program.inputCount() != subBlocksRead
        || program.outputCount() != lostMembers.size() * alpha
        || program.readsOutputs()) {
      throw new EcException(
          "program does not fit: subBlocksRead=" + subBlocksRead + ", lostMembers=" + lostMembers
              + ", alpha=" + alpha + ", program=" + program);
    }
  }

  /** The members read, ascending. */
  public List<Integer> helpers() {
    return runs.stream().map(SubBlockRun::member).distinct().toList();
  }

  /**
   * What is read from one helper, ascending; empty for a member that the plan does not read.
   *
   * @param helper any member
   */
  public List<SubBlockRun> runsOf(int helper) {
    return runs.stream().filter(run -> run.member() == helper).toList();
  }

  /** The cost of the plan: how many sub-blocks it reads. */
  public int cost() {
    return program.inputCount();
  }

  /** How many contiguous ranges it reads, over all helpers. */
  public int seeks() {
    return runs.size();
  }

  /**
   * Which input of the program a helper's sub-block is; refuses one that the plan does not read.
   *
   * @param helper a member that the plan reads
   * @param subBlock 0..alpha-1
   * @throws EcException where the plan does not read it
   */
  public int inputOf(int helper, int subBlock) {
    int input = 0;
    for (SubBlockRun run : runs) {
      boolean inside = subBlock >= run.firstSubBlock() && subBlock < run.endSubBlock();
      if (run.member() == helper && inside) {
        return input + subBlock - run.firstSubBlock();
      }
      input += run.subBlockCount();
    }
    throw new EcException(
        "the plan does not read it: helper=" + helper + ", subBlock=" + subBlock + ", runs="
            + runs);
  }

  /**
   * Which output of the program a lost member's sub-block is.
   *
   * @param lostMember one of {@link #lostMembers()}
   * @param subBlock 0..alpha-1
   * @throws EcException where the plan does not rebuild it
   */
  public int outputOf(int lostMember, int subBlock) {
    int index = lostMembers.indexOf(lostMember);
    if (index < 0 || subBlock < 0 || subBlock >= alpha) {
      throw new EcException(
          "the plan does not rebuild it: member=" + lostMember + ", subBlock=" + subBlock
              + ", lostMembers=" + lostMembers + ", alpha=" + alpha);
    }
    return index * alpha + subBlock;
  }

  private static void checkAscending(List<Integer> members) {
    IntStream.range(1, members.size())
        .filter(i -> members.get(i - 1) >= members.get(i))
        .findFirst()
        .ifPresent(i -> {
          throw new EcException("lost members not ascending: " + members);
        });
  }

  private static void checkRuns(int alpha, List<Integer> lostMembers, List<SubBlockRun> runs) {
    SubBlockRun previous = null;
    for (SubBlockRun run : runs) {
      if (lostMembers.contains(run.member()) || run.endSubBlock() > alpha) {
        throw new EcException(
            "bad run: run=" + run + ", alpha=" + alpha + ", lostMembers=" + lostMembers);
      }
      boolean follows =
          previous == null
              || run.member() > previous.member()
              || run.member() == previous.member()
                  && run.firstSubBlock() > previous.endSubBlock();
      if (!follows) {
        throw new EcException("runs not ascending and maximal: runs=" + runs);
      }
      previous = run;
    }
  }

  /**
   * Reads back what {@link #toString()} wrote.
   *
   * @param text one line for members and runs, then the program
   * @throws EcException for any other text
   */
  public static RepairPlan parse(String text) {
    return RepairText.parse(text);
  }

  /** One line, for example {@code repair alpha=2 lost=0 reads=1:0-1,4:1}, then the program. */
  @Override
  public String toString() {
    return RepairText.format(this);
  }
}
