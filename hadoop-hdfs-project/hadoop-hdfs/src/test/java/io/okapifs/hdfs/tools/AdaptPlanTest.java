package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.ec.adapt.Adaptation;
import io.okapifs.ec.adapt.Form;
import io.okapifs.ec.adapt.NodeRates;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.NodeProto;
import io.okapifs.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What failure rates speak for, of a file under RS-3-2 whose blocks lie where they are told. */
class AdaptPlanTest {

  private static final LocalDate TODAY = LocalDate.of(2026, 6, 1);
  private static final int BLOCK = LayoutFixture.BLOCK;
  private static final GroupPolicy NOW = LayoutFixture.LAYOUT.policy();
  private static final GroupPolicy RS_6_3 = policy("RS-6-3-1k", 6, 3);
  private static final GroupPolicy RS_6_2 = policy("RS-6-2-1k", 6, 2);
  private static final GroupPolicy OTHER_CELLS =
      new GroupPolicy("RS-9-2-2k", "rs", 9, 2, 1, 2048);
  private static final List<GroupPolicy> ENABLED = List.of(NOW, RS_6_3, RS_6_2, OTHER_CELLS);

  /** Six data blocks in two groups. */
  private static final FileLayoutReport FILE =
      LayoutFixture.report(6L * BLOCK, block -> true, parity -> true);

  @TempDir private Path folder;

  private static GroupPolicy policy(String name, int k, int r) {
    return new GroupPolicy(name, "rs", k, r, 1, LayoutFixture.CELL);
  }

  /** Twenty nodes, those of the file and others, at one rate each. */
  private static Map<String, Double> nodes(double perYear) {
    Map<String, Double> rates = new HashMap<>();
    for (FileLayoutReport.Group group : FILE.groups()) {
      group.members().forEach(member -> rates.put(member.nodes().get(0), perYear));
    }
    for (int node = 0; rates.size() < 20; node++) {
      rates.put("10.9.9." + node + ":9866", perYear);
    }
    return rates;
  }

  private static AdaptForms forms(Map<String, Double> rates) {
    return new AdaptForms(new NodeRates(rates), rates.size(), 24, ENABLED);
  }

  private static Form other(AdaptForms forms, GroupPolicy policy) {
    return forms.others(NOW, FILE).stream()
        .filter(form -> form.policy().equals(policy.name())).findFirst().orElseThrow();
  }

  @Test
  void aFileIsAsSafeAsItsWorstGroup() {
    Map<String, Double> rates = nodes(0.01);
    String bad = FILE.groups().get(1).members().get(0).nodes().get(0);
    rates.put(bad, 0.06);
    AdaptForms forms = forms(rates);
    assertThat(forms.now(NOW, FILE).mttdlYears())
        .isCloseTo(forms.chain(NOW).mttdlYears(0.02, 24), within(1.0));
    // Of six blocks that group has all, and parity may lie on no worse node than the others.
    assertThat(other(forms, RS_6_3).mttdlYears())
        .isCloseTo(forms.chain(RS_6_3).mttdlYears((8 * 0.01 + 0.06) / 9, 24), within(1e3));
  }

  @Test
  void newParityMayLieOnTheWorstNodes() {
    Map<String, Double> rates = nodes(0.01);
    rates.put("10.9.9.0:9866", 0.06);
    AdaptForms forms = forms(rates);
    assertThat(forms.now(NOW, FILE).mttdlYears())
        .isCloseTo(forms.chain(NOW).mttdlYears(0.01, 24), within(1.0));
    assertThat(other(forms, RS_6_3).mttdlYears())
        .isCloseTo(forms.chain(RS_6_3).mttdlYears((8 * 0.01 + 0.06) / 9, 24), within(1e3));
  }

  @Test
  void aFormTakesWhatADryRunOfItsTransitionSays() {
    Form form = other(forms(nodes(0.01)), RS_6_3);
    assertThat(form.storedBytes()).isEqualTo((6 + 3) * BLOCK);
    assertThat(form.movedBytes()).as("data is read, parity written").isEqualTo((6 + 3) * BLOCK);
    assertThat(forms(nodes(0.01)).movedTo(RS_6_3.name(), NOW, FILE)).isEqualTo((6 + 3) * BLOCK);
    assertThat(forms(nodes(0.01)).movedTo(RS_6_3.name() + " coupled", NOW, FILE)).isZero();
  }

  @Test
  void onlyPoliciesOfTheSameCellsThatFindNodesAreCandidates() {
    Map<String, Double> few = nodes(0.01);
    while (few.size() > 8) {
      few.remove(few.keySet().iterator().next());
    }
    assertThat(forms(nodes(0.01)).others(NOW, FILE)).extracting(Form::policy)
        .containsExactly("RS-6-3-1k", "RS-6-2-1k");
    assertThat(forms(few).others(NOW, FILE)).extracting(Form::policy).containsExactly("RS-6-2-1k");
  }

  /** The report of a plan for files like the one, by a table of one line. */
  private Adapted report(double percent, Long budget, int files) throws IOException {
    return report(percent, budget, files, ENABLED);
  }

  private Adapted report(double percent, Long budget, int files, List<GroupPolicy> enabled)
      throws IOException {
    FailureTable table =
        FailureTable.of(Files.writeString(folder.resolve("afr"), "* " + percent), TODAY);
    List<NodeProto> all =
        nodes(1).keySet().stream()
            .map(
                address ->
                    NodeProto.newBuilder().setAddress(address).setHost("h").setRack("/r")
                        .setState("live").setVersion("v").setBlocks(0).build())
            .toList();
    AdaptPlan plan =
        new AdaptPlan(AdaptNodes.of(all, table), new Adaptation(1e9), 24, enabled);
    for (int file = 0; file < files; file++) {
      plan.add(NOW, FILE);
    }
    return plan.report(
        "/", TODAY, budget == null ? OptionalLong.empty() : OptionalLong.of(budget), table);
  }

  private static List<String> sentences(Adapted adapted) {
    return AdaptText.of(adapted).lines().map(String::strip).collect(Collectors.toList());
  }

  @Test
  void ratesThatFallMakeFilesCheaper() throws Exception {
    Adapted adapted = report(0.1, null, 1);
    assertThat(adapted.proposals()).hasSize(1);
    Adapted.Step step = adapted.proposals().get(0);
    assertThat(step.to()).isEqualTo("RS-6-2-1k");
    assertThat(step.urgent()).isFalse();
    assertThat(step.saved()).isEqualTo(2 * BLOCK);
    assertThat(step.day()).isEqualTo(1);
    assertThat(step.date()).isEqualTo("2026-06-01");
    assertThat(adapted.files().storedAfter()).isEqualTo(8 * BLOCK);
    assertThat(adapted.rates().get(0).policy()).isEqualTo("RS-9-2-2k");
    assertThat(adapted.rates().get(0).nodes()).isEqualTo(20);
  }

  @Test
  void ratesThatRiseMakeFilesSaferAndAreUrgent() throws Exception {
    Adapted adapted = report(3, null, 1);
    Adapted.Step step = adapted.proposals().get(0);
    assertThat(step.to()).isEqualTo("RS-6-3-1k");
    assertThat(step.urgent()).isTrue();
    assertThat(step.why()).startsWith("its worst group is lost every 8.").contains("target 1.0e+09");
    assertThat(adapted.rates().get(0).policy()).isEqualTo("RS-6-3-1k");
    assertThat(adapted.rates().get(0).tolerance()).isEqualTo(3);
  }

  @Test
  void ratesThatFitProposeNothing() throws Exception {
    Adapted adapted = report(1, null, 1, List.of(NOW, RS_6_2));
    assertThat(adapted.proposals()).isEmpty();
    assertThat(sentences(adapted)).contains("Nothing is proposed.");
  }

  @Test
  void aBudgetThatIsTooSmallIsToldWithTheDay() throws Exception {
    Adapted adapted = report(3, 20L * BLOCK, 5);
    assertThat(adapted.proposals()).extracting(Adapted.Step::day)
        .containsExactly(1L, 1L, 2L, 2L, 3L);
    assertThat(sentences(adapted))
        .contains(
            "Urgent: 5 files, 180 KB read and written, done on 2026-06-03, day 3. The budget of"
                + " 80 KB per day is too small to do it today.");
    assertThat(sentences(report(3, 8L * BLOCK, 1)))
        .contains("Urgent: 1 file, 36 KB read and written.")
        .contains(
            "1 file of more than the budget of a day, which do not begin before it is 36 KB: /f");
  }

  @Test
  void whatNothingHelpsIsNamed() throws Exception {
    Adapted adapted = report(3, null, 4, List.of(NOW, RS_6_2));
    assertThat(adapted.proposals()).isEmpty();
    assertThat(adapted.rates().get(0).policy()).isNull();
    assertThat(adapted.unreachable()).hasSize(4);
    assertThat(sentences(adapted))
        .contains("4 files below the target that no enabled policy helps: /f, /f, /f ...");
  }

  @Test
  void aNodeWithoutARateIsNamed() throws Exception {
    FailureTable table =
        FailureTable.of(Files.writeString(folder.resolve("afr"), "other 1"), TODAY);
    assertThatThrownBy(() -> AdaptNodes.of(List.of(node("dn1", 1, "live")), table))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "1 node without a failure rate: dn1 (10.0.0.1:9866, /r1); a last line '* PERCENT' is"
                + " for all others");
  }

  @Test
  void aNodeThatIsLeavingOrGoneCountsForNothing() throws Exception {
    FailureTable table =
        FailureTable.of(Files.writeString(folder.resolve("afr"), "dn* 1"), TODAY);
    List<NodeProto> all =
        List.of(
            node("dn1", 1, "live"), node("dn2", 2, "stale"), node("dn3", 3, "dead"),
            node("other", 4, "live, decommission in progress"));
    assertThat(AdaptNodes.of(all, table).count()).isEqualTo(2);
    assertThatThrownBy(() -> AdaptNodes.of(all.subList(2, 4), table))
        .isInstanceOf(IOException.class).hasMessage("no DataNode is in service");
  }

  /** Whichever nodes hold the data, and wherever the new parity comes to lie. */
  @Test
  void aSecondRunProposesNothingWhereverParityLies() {
    Random random = new Random(Seed.get());
    int changed = 0;
    for (int run = 0; run < 300; run++) {
      Map<String, Double> rates = new HashMap<>();
      for (int node = 0; node < 12 + random.nextInt(10); node++) {
        rates.put("n" + node, Math.pow(10, -3 + 2 * random.nextDouble()));
      }
      AdaptForms forms =
          new AdaptForms(new NodeRates(rates), rates.size(), 24, List.of(NOW, RS_6_3, RS_6_2));
      List<String> data = some(rates.keySet(), Set.of(), 1 + random.nextInt(12), random);
      FileLayoutReport before = lying(NOW, data, rates.keySet(), random);
      Adaptation rule = new Adaptation(1e9);
      Optional<Form> next = rule.better(forms.now(NOW, before), forms.others(NOW, before));
      if (next.isPresent()) {
        changed++;
        GroupPolicy policy =
            ENABLED.stream()
                .filter(each -> each.name().equals(next.get().policy())).findFirst().orElseThrow();
        FileLayoutReport after = lying(policy, data, rates.keySet(), random);
        assertThat(forms.now(policy, after).mttdlYears())
            .isGreaterThanOrEqualTo(next.get().mttdlYears() * (1 - 1e-9));
        assertThat(rule.better(forms.now(policy, after), forms.others(policy, after)))
            .as("run %s, %s to %s", run, forms.now(NOW, before), next).isEmpty();
      }
    }
    assertThat(changed).isGreaterThan(50);
  }

  /** Nodes that differ from each other, and from others that are taken. */
  private static List<String> some(
      Set<String> nodes, Set<String> taken, int count, Random random) {
    List<String> free = new ArrayList<>(new TreeSet<>(nodes));
    free.removeAll(taken);
    Collections.shuffle(free, random);
    return free.subList(0, Math.min(count, free.size()));
  }

  /** A file whose data lies on nodes that are told, and parity on any others of its group. */
  private static FileLayoutReport lying(
      GroupPolicy policy, List<String> data, Set<String> nodes, Random random) {
    List<FileLayoutReport.Group> groups = new ArrayList<>();
    for (int from = 0; from < data.size(); from += policy.k()) {
      List<String> at = new ArrayList<>(data.subList(from, Math.min(data.size(), from + policy.k())));
      int present = at.size();
      at.addAll(some(nodes, Set.copyOf(at), policy.r(), random));
      List<FileLayoutReport.Member> members = new ArrayList<>();
      for (int i = 0; i < at.size(); i++) {
        String kind = i < present ? FileLayoutReport.DATA : FileLayoutReport.PARITY;
        members.add(
            new FileLayoutReport.Member(
                i, kind, (long) i, BLOCK, List.of(at.get(i)), FileLayoutReport.LIVE, List.of()));
      }
      groups.add(new FileLayoutReport.Group(groups.size(), BLOCK, null, false, null, members));
    }
    return new FileLayoutReport(
        "/f", (long) data.size() * BLOCK, BLOCK, policy.name(), policy.k(), policy.r(), 1,
        policy.cellSize(), 2, 1, List.of(), List.of(), groups);
  }

  private static NodeProto node(String host, int number, String state) {
    return NodeProto.newBuilder()
        .setAddress("10.0.0." + number + ":9866").setHost(host).setRack("/r1").setState(state)
        .setVersion("v").setBlocks(0).build();
  }
}
