package io.okapifs.ec.tool.contract;

import static io.okapifs.ec.tool.contract.ContractViolation.unless;

import io.okapifs.ec.EcException;
import io.okapifs.ec.code.CodeIdentity;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.HelperCosts;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.code.UndecodableException;
import io.okapifs.ec.kernel.Kernel;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What every code must do, whoever wrote it. Each check trusts the encode program alone: it says
 * what the bytes are.
 */
public final class CodeContract {
  private static final String JAVA = "java";

  private final ErasureCode code;
  private final Supplier<ErasureCode> again;
  private final long seed;
  private final LossPatterns patterns;

  /**
   * The contract of a code.
   *
   * @param again makes the same code as a new instance
   * @param triedMax so many sets of each number of losses are tried at most
   * @param seed of data, samples and order
   */
  public CodeContract(ErasureCode code, Supplier<ErasureCode> again, int triedMax, long seed) {
    this.code = code;
    this.again = again;
    this.seed = seed;
    this.patterns = new LossPatterns(code, triedMax, seed);
  }

  /** Runs all checks; one that fails does not keep the others from running. */
  public List<CheckResult> run() {
    return List.of(
        result("shapes", this::shapes),
        result("round trip", this::roundTrip),
        result("tolerance", this::tolerance),
        result("single repairs", this::singleRepairs),
        result("beyond it", this::beyondTolerance),
        result("partial parity", this::partialParities),
        result("determinism", this::determinism),
        result("kernels", this::kernels),
        result("refusals", this::refusals));
  }

  private static CheckResult result(String name, Supplier<String> check) {
    try {
      return new CheckResult(name, true, check.get());
    } catch (ContractViolation e) {
      return new CheckResult(name, false, e.getMessage());
    } catch (RuntimeException e) {
      return new CheckResult(name, false, "it throws " + e);
    }
  }

  private String shapes() {
    int data = code.k() * code.alpha();
    int parities = code.r() * code.alpha();
    unless(code.k() > 0 && code.r() > 0 && code.alpha() > 0, "k, r or alpha is not positive");
    unless(
        code.n() == code.k() + code.r(), "n=" + code.n() + ", k=" + code.k() + ", r=" + code.r());
    unless(
        code.name().endsWith("-" + code.k() + "-" + code.r()), "it is called " + code.name());
    unless(
        code.tolerance() >= 0 && code.tolerance() <= code.r(),
        "tolerance=" + code.tolerance() + ", r=" + code.r());
    unless(
        code.isMds() == (code.tolerance() == code.r()),
        "isMds=" + code.isMds() + ", tolerance=" + code.tolerance() + ", r=" + code.r());
    shape("encode", code.encode(), data, parities);
    shape("encodeSharingSums", code.encodeSharingSums(), data, parities);
    unless(
        code.encodeSharingSums().toMatrix().equals(code.encode().toMatrix()),
        "encode and encodeSharingSums have different matrices");
    shape("finish", code.finish(), 0, parities);
    return "n=" + code.n() + ", alpha=" + code.alpha() + ", programs from " + data + " to "
        + parities + " sub-blocks";
  }

  private static void shape(String name, CodingProgram program, int inputs, int outputs) {
    unless(
        program.inputCount() == inputs && program.outputCount() == outputs,
        name + " has " + program.inputCount() + " inputs and " + program.outputCount()
            + " outputs; expected " + inputs + " and " + outputs);
  }

  private String roundTrip() {
    CodedGroup group = group();
    BitSet lost = new BitSet();
    lost.set(0, Math.min(code.tolerance(), code.k()));
    if (!lost.isEmpty()) {
      rebuild(group, lost, MemberSets.others(lost, code.n()));
    }
    BitSet parities = new BitSet();
    parities.set(code.k(), code.n());
    rebuild(group, parities, MemberSets.others(parities, code.n()));
    return "data " + lost + " from the others, all parities from all data";
  }

  /** All losses that the code promises to survive, each rebuilt from what is left. */
  private String tolerance() {
    CodedGroup group = group();
    List<BitSet> sets = patterns.upTo(code.tolerance());
    for (BitSet lost : sets) {
      BitSet live = MemberSets.others(lost, code.n());
      unless(code.decodable(live), "it says that the loss of " + lost + " is not survived");
      rebuild(group, lost, live);
    }
    boolean all = IntStream.rangeClosed(1, code.tolerance()).allMatch(patterns::isComplete);
    return (all ? "all " : "") + sets.size() + (all ? " sets" : " of the sets") + " of up to "
        + code.tolerance() + " losses are rebuilt";
  }

  /** What a single repair reads is what it says; also where a helper is dear, and without it. */
  private String singleRepairs() {
    CodedGroup group = group();
    for (int member = 0; member < code.n(); member++) {
      BitSet lost = MemberSets.of(member);
      BitSet live = MemberSets.others(lost, code.n());
      if (!code.recoverable(member, live)) {
        continue;
      }
      RepairPlan plan = rebuild(group, lost, live);
      unless(
          plan.cost() <= (long) code.n() * code.alpha(),
          "the repair of " + lost + " reads " + plan.cost() + " sub-blocks");
      int helper = plan.helpers().isEmpty() ? (member + 1) % code.n() : plan.helpers().get(0);
      Integer[] costs = new Integer[code.n()];
      Arrays.fill(costs, 1);
      costs[helper] = 1000;
      check(group, code.repair(lost, live, new HelperCosts(List.of(costs))), lost, live);
      BitSet others = (BitSet) live.clone();
      others.clear(helper);
      if (code.recoverable(member, others)) {
        rebuild(group, lost, others);
      }
    }
    return "each member by its plan, also where a helper is dear to read, and without it";
  }

  /** What the code says of more losses is what its repairs do. */
  private String beyondTolerance() {
    CodedGroup group = group();
    int survived = 0;
    int fatal = 0;
    for (int losses = code.tolerance() + 1; losses <= Math.min(code.r() + 1, code.n()); losses++) {
      for (BitSet lost : patterns.ofSize(losses)) {
        BitSet live = MemberSets.others(lost, code.n());
        if (code.decodable(live)) {
          survived++;
          rebuild(group, lost, live);
        } else {
          fatal++;
          unless(isRefused(lost, live), "repair of " + lost + " is not decodable and not refused");
        }
      }
      unless(
          losses > code.tolerance() + 1 || fatal > 0 || !patterns.isComplete(losses),
          "any " + losses + " losses are survived, but tolerance=" + code.tolerance());
    }
    return survived + " sets of more losses are rebuilt, " + fatal + " are refused";
  }

  private boolean isRefused(BitSet lost, BitSet live) {
    try {
      code.repair(lost, live);
      return false;
    } catch (UndecodableException e) {
      return true;
    }
  }

  private String partialParities() {
    CodedGroup group = group();
    ByteBuffer[] one = group.newBuffers(code.r() * code.alpha());
    List<Integer> order =
        new ArrayList<>(IntStream.range(0, code.k() * code.alpha()).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    for (int index : order) {
      int member = index / code.alpha();
      int subBlock = index % code.alpha();
      ByteBuffer[] input = {group.subBlock(member, subBlock)};
      group.coder().run(code.column(member, subBlock), input, one);
    }
    finish(group, one, "column");
    ByteBuffer[] several = group.newBuffers(code.r() * code.alpha());
    BitSet data = new BitSet();
    data.set(0, code.k());
    for (int s = 0; s < code.alpha(); s++) {
      int subBlock = s;
      ByteBuffer[] inputs =
          IntStream.range(0, code.k())
              .mapToObj(member -> group.subBlock(member, subBlock))
              .toArray(ByteBuffer[]::new);
      group.coder().run(code.columns(data, s), inputs, several);
    }
    finish(group, several, "columns");
    return order.size() + " sub-blocks folded one by one in any order, and together";
  }

  private void finish(CodedGroup group, ByteBuffer[] accumulators, String what) {
    group.coder().run(code.finish(), new ByteBuffer[0], accumulators);
    unless(
        Arrays.equals(accumulators, group.parities()),
        what + " and finish do not add up to the parities of encode");
  }

  /** Two instances are the same code: two processes have two. */
  private String determinism() {
    ErasureCode other = again.get();
    CodeIdentity identity = CodeIdentity.of(1, code);
    unless(
        identity.equals(CodeIdentity.of(1, other)), "two instances have different generators");
    for (int member = 0; member < code.n(); member++) {
      BitSet lost = MemberSets.of(member);
      BitSet live = MemberSets.others(lost, code.n());
      unless(
          !code.recoverable(member, live)
              || code.repair(lost, live).equals(other.repair(lost, live)),
          "two instances have different plans for " + lost);
    }
    return "two instances have the generator " + identity.digest() + " and the same plans";
  }

  private String kernels() {
    ByteBuffer[] expected = group().parities();
    for (String name : Kernels.names()) {
      ByteBuffer[] parities = new CodedGroup(code, Kernels.named(name), seed).parities();
      unless(Arrays.equals(parities, expected), "the kernel " + name + " gives other parities");
    }
    return Kernels.names().stream().collect(Collectors.joining(", ", "the same bytes by ", ""));
  }

  private String refusals() {
    BitSet all = new BitSet();
    all.set(0, code.n());
    BitSet first = MemberSets.of(0);
    refused("recoverable of member n", () -> code.recoverable(code.n(), all));
    refused("repair of member n", () -> code.repair(MemberSets.of(code.n()), all));
    refused("repair of a live member", () -> code.repair(first, all));
    refused("repair of nothing", () -> code.repair(new BitSet(), all));
    refused("column of a parity", () -> code.column(code.k(), 0));
    refused("column of sub-block alpha", () -> code.column(0, code.alpha()));
    refused("columns of no member", () -> code.columns(new BitSet(), 0));
    return "members and sub-blocks out of range, and sets that contradict each other";
  }

  private static void refused(String what, Supplier<Object> call) {
    try {
      call.get();
    } catch (EcException e) {
      return;
    }
    throw new ContractViolation(what + " is not refused");
  }

  private CodedGroup group() {
    Kernel kernel = Kernels.named(JAVA);
    return new CodedGroup(code, kernel, seed);
  }

  private RepairPlan rebuild(CodedGroup group, BitSet lost, BitSet live) {
    RepairPlan plan = code.repair(lost, live);
    check(group, plan, lost, live);
    return plan;
  }

  private void check(CodedGroup group, RepairPlan plan, BitSet lost, BitSet live) {
    unless(
        plan.lostMembers().equals(lost.stream().boxed().toList()),
        "the plan for " + lost + " is of " + plan.lostMembers());
    for (int helper : plan.helpers()) {
      unless(
          live.get(helper),
          "the plan for " + lost + " reads " + helper + ", which is not available");
    }
    int read = plan.runs().stream().mapToInt(SubBlockRun::subBlockCount).sum();
    unless(
        read == plan.cost() && read == plan.program().inputCount(),
        "the plan for " + lost + " costs " + plan.cost() + ", reads " + read + " and computes with "
            + plan.program().inputCount() + " sub-blocks");
    unless(group.isRebuiltBy(plan), "the plan for " + lost + " gives other bytes than were lost");
  }
}
