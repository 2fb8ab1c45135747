package io.okapifs.hdfs.tools;

import io.okapifs.ec.adapt.Form;
import io.okapifs.ec.adapt.NodeRates;
import io.okapifs.ec.analysis.LossChain;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.tools.FileLayoutReport.Group;
import io.okapifs.hdfs.tools.FileLayoutReport.Member;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What files have under their policies, and would have under others, by the nodes that they lie on.
 * A file is as safe as its least safe group. Used by one thread.
 */
final class AdaptForms {

  private final NodeRates rates;
  private final int nodes;
  private final double mttrHours;
  private final List<GroupPolicy> enabled;
  private final Map<GroupPolicy, LossChain> chains = new HashMap<>();

  /**
   * @param rates of the nodes that blocks may be written to
   * @param nodes how many those are
   * @param enabled policies that files may get
   */
  AdaptForms(NodeRates rates, int nodes, double mttrHours, List<GroupPolicy> enabled) {
    this.rates = rates;
    this.nodes = nodes;
    this.mttrHours = mttrHours;
    this.enabled = List.copyOf(enabled);
  }

  /** What is lost of groups under a policy, and how fast. */
  LossChain chain(GroupPolicy policy) {
    return chains.computeIfAbsent(policy, each -> new LossChain(each.code()));
  }

  /**
   * What a file has now.
   *
   * @param file where it lies; it has a group at least
   */
  Form now(GroupPolicy policy, FileLayoutReport file) {
    double worst =
        file.groups().stream().mapToDouble(group -> rate(policy, group)).max().orElseThrow();
    return new Form(
        policy.name(), chain(policy).mttdlYears(worst, mttrHours), stored(policy, file), 0);
  }

  private double rate(GroupPolicy policy, Group group) {
    List<String> at = new ArrayList<>();
    int lost = 0;
    for (Member member : group.members()) {
      if (member.state().equals(FileLayoutReport.LIVE)) {
        at.add(member.nodes().get(0));
      } else if (!member.state().equals(FileLayoutReport.ABSENT)) {
        lost++;
      }
    }
    return rates.mean(at, lost, policy.n());
  }

  /** What it could have in place, under other policies whose members find nodes of their own. */
  List<Form> others(GroupPolicy now, FileLayoutReport file) {
    List<String> data = dataNodes(file);
    return enabled.stream()
        .filter(next -> !next.name().equals(now.name()) && next.cellSize() == now.cellSize())
        .filter(next -> Math.min(next.k(), data.size()) + next.r() <= nodes)
        .map(next -> under(now, next, file, data))
        .toList();
  }

  private Form under(GroupPolicy now, GroupPolicy next, FileLayoutReport file, List<String> data) {
    double worst = 0;
    for (int from = 0; from < data.size(); from += next.k()) {
      List<String> members = data.subList(from, Math.min(data.size(), from + next.k()));
      // A data block that is lost is rebuilt, as new parity is written, nobody knows where.
      worst = Math.max(worst, rates.mean(members, next.r(), next.n()));
    }
    return new Form(
        next.name(), chain(next).mttdlYears(worst, mttrHours), stored(next, file),
        moved(now, next, file, data));
  }

  /** Bytes that a transition reads and writes, with the blocks that move first. */
  private static long moved(
      GroupPolicy now, GroupPolicy next, FileLayoutReport file, List<String> data) {
    return TransitionCost.of(layout(now, file), layout(next, file), file.length(), data)
        .movedBytes();
  }

  /**
   * Bytes that a transition takes which is under way.
   *
   * @param to name of the policy that the file is getting
   * @return 0 where that is none of those that files may get in place
   */
  long movedTo(String to, GroupPolicy now, FileLayoutReport file) {
    return enabled.stream()
        .filter(next -> next.name().equals(to) && next.cellSize() == now.cellSize())
        .mapToLong(next -> moved(now, next, file, dataNodes(file)))
        .findFirst().orElse(0);
  }

  /** Where each data block lies, in file order; an empty entry where nobody has it. */
  private static List<String> dataNodes(FileLayoutReport file) {
    return file.groups().stream()
        .map(Group::members)
        .flatMap(Collection::stream)
        .filter(member -> member.kind().equals(FileLayoutReport.DATA))
        .filter(member -> !member.state().equals(FileLayoutReport.ABSENT))
        .map(member -> member.nodes().isEmpty() ? "" : member.nodes().get(0))
        .toList();
  }

  private static long stored(GroupPolicy policy, FileLayoutReport file) {
    return new StoredSpace(policy, file.stripeWidth(), file.blockSize()).bytes(file.length());
  }

  private static FileLayout layout(GroupPolicy policy, FileLayoutReport file) {
    return new FileLayout(policy, file.stripeWidth(), file.blockSize());
  }
}
