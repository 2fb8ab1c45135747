package io.okapifs.hdfs.tools;

import io.okapifs.ec.adapt.Adaptation;
import io.okapifs.ec.adapt.Form;
import io.okapifs.ec.adapt.Proposal;
import io.okapifs.ec.adapt.Schedule;
import io.okapifs.ec.analysis.LossChain;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.tools.Adapted.Unsafe;
import io.okapifs.hdfs.transition.TransitionGoal;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Collects files, and what the failure rates of their disks speak for. Keeps only the files that
 * something is said of. Used by one thread.
 */
final class AdaptPlan {

  private final AdaptForms forms;
  private final AdaptNodes nodes;
  private final Adaptation adaptation;
  private final double mttrHours;
  private final List<GroupPolicy> enabled;
  private final List<Proposal> proposals = new ArrayList<>();
  private final WholeTrees<TransitionGoal> trees = new WholeTrees<>(TransitionGoal::policy);
  private final List<Unsafe> unreachable = new ArrayList<>();
  private long lookedAt;
  private long belowTarget;
  private long replicated;
  private long inHdfsForm;
  private long underWay;
  private long movedUnderWay;
  private long ofRules;
  private long ofRulesBelowTarget;
  private long notReadable;
  private String why;
  private long stored;

  /**
   * @param enabled policies that files may get
   */
  AdaptPlan(
      AdaptNodes nodes, Adaptation adaptation, double mttrHours, List<GroupPolicy> enabled) {
    this.forms = new AdaptForms(nodes.rates(), nodes.count(), mttrHours, enabled);
    this.nodes = nodes;
    this.adaptation = adaptation;
    this.mttrHours = mttrHours;
    this.enabled = List.copyOf(enabled);
  }

  void addReplicated() {
    replicated++;
  }

  void addInHdfsForm(String path) {
    inHdfsForm++;
    trees.block(path);
  }

  /** A file whose places cannot be told. */
  void addNotReadable(String path, String reason) {
    notReadable++;
    trees.block(path);
    why = why == null ? path + ": " + reason : why;
  }

  /** A directory that has a request for its tree, or a rule: none is made at or above it. */
  void addTreeUnderWay(String directory) {
    trees.block(directory + "/.");
  }

  /** A file that gets a policy now. */
  void addUnderWay(String to, GroupPolicy policy, FileLayoutReport file) {
    underWay++;
    trees.block(file.path());
    movedUnderWay += forms.movedTo(to, policy, file);
  }

  /** A file whose directory, or one above it, has a rule: that would change it back. */
  void addOfRule(GroupPolicy policy, FileLayoutReport file) {
    ofRules++;
    trees.block(file.path());
    if (!file.groups().isEmpty() && !adaptation.isMet(forms.now(policy, file))) {
      ofRulesBelowTarget++;
    }
  }

  /** A file with a stripe width, and where it lies. */
  void add(GroupPolicy policy, FileLayoutReport file) {
    lookedAt++;
    if (file.groups().isEmpty()) {
      return;
    }
    Form now = forms.now(policy, file);
    stored += now.storedBytes();
    boolean isMet = adaptation.isMet(now);
    belowTarget += isMet ? 0 : 1;
    Optional<Form> better = adaptation.better(now, forms.others(policy, file));
    if (better.isPresent()) {
      proposals.add(new Proposal(file.path(), now, better.get(), !isMet));
      return;
    }
    trees.keep(file.path(), now.policy());
    if (!isMet) {
      unreachable.add(new Unsafe(file.path(), now.policy(), now.mttdlYears()));
    }
  }

  private Schedule schedule(OptionalLong budget) {
    return Schedule.of(proposals, budget, movedUnderWay);
  }

  /**
   * Has today's part begin.
   *
   * @param tops the directories below which files were looked at
   * @param ageMillis for how long a file was not changed that was looked at
   */
  TransitionSummary begin(
      AdaptBegin begin, OptionalLong budget, List<String> tops, long ageMillis)
      throws IOException {
    Schedule schedule = schedule(budget);
    schedule.entries().stream()
        .filter(entry -> entry.day() != 1).forEach(entry -> trees.block(entry.proposal().path()));
    return begin.run(schedule.today(), trees, tops, ageMillis);
  }

  /**
   * All of it.
   *
   * @param table whose rates the nodes have
   */
  Adapted report(String path, LocalDate today, OptionalLong budget, FailureTable table) {
    long saved = proposals.stream().mapToLong(Proposal::savedBytes).sum();
    return new Adapted(
        path, today.toString(), adaptation.targetYears(), mttrHours, nodes.count(),
        budget.isPresent() ? budget.getAsLong() : null,
        table.rates().stream().map(this::rate).toList(),
        enabled.stream()
            .map(this::limit)
            .sorted(Comparator.comparingDouble(Adapted.Limit::storedPerByte)
                .thenComparing(Adapted.Limit::policy))
            .toList(),
        new Adapted.Files(
            lookedAt, belowTarget, replicated, inHdfsForm, underWay, ofRules, ofRulesBelowTarget,
            notReadable, why, movedUnderWay, stored, stored - saved),
        schedule(budget).entries().stream().map(entry -> step(entry, today)).toList(),
        unreachable.stream().sorted(Comparator.comparingDouble(Unsafe::mttdlYears)).toList(),
        null);
  }

  private Adapted.Rate rate(FailureTable.Rate rate) {
    Optional<GroupPolicy> cheapest =
        enabled.stream()
            .filter(policy -> policy.n() <= nodes.count())
            .filter(
                policy ->
                    forms.chain(policy).mttdlYears(rate.perYear(), mttrHours)
                        >= adaptation.targetYears())
            .min(Comparator.comparingDouble(AdaptPlan::storedPerByte)
                .thenComparing(GroupPolicy::name));
    return new Adapted.Rate(
        rate.what(), rate.line(), nodes.byRate().getOrDefault(rate, 0), 100 * rate.perYear(),
        cheapest.map(GroupPolicy::name).orElse(null),
        cheapest.map(policy -> policy.code().tolerance()).orElse(null));
  }

  private Adapted.Limit limit(GroupPolicy policy) {
    LossChain chain = forms.chain(policy);
    return new Adapted.Limit(
        policy.name(), storedPerByte(policy), policy.code().tolerance(),
        100 * adaptation.highestRate(rate -> chain.mttdlYears(rate, mttrHours)));
  }

  private static double storedPerByte(GroupPolicy policy) {
    return (double) policy.n() / policy.k();
  }

  private Adapted.Step step(Schedule.Entry entry, LocalDate today) {
    Proposal proposal = entry.proposal();
    boolean never = entry.day() == Schedule.NEVER;
    return new Adapted.Step(
        proposal.path(), proposal.from().policy(), proposal.to().policy(), proposal.urgent(),
        why(proposal), proposal.to().movedBytes(), proposal.savedBytes(),
        never ? null : entry.day(), never ? null : today.plusDays(entry.day() - 1).toString());
  }

  private String why(Proposal proposal) {
    return String.format(
        Locale.ROOT, "its worst group is lost every %.1e years, then every %.1e; target %.1e",
        proposal.from().mttdlYears(), proposal.to().mttdlYears(), adaptation.targetYears());
  }
}
