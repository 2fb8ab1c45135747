package io.okapifs.hdfs.verify;

import io.okapifs.hdfs.verify.ReportPlan.Fate;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** Tells the NameNode of bad replicas, and the user what becomes of each. Any thread. */
final class BadReplicas {

  /** Knows whether a file is in a transition. */
  @FunctionalInterface
  interface Transitions {
    boolean isUnderWay(String path) throws IOException;
  }

  private final DFSClient client;
  private final Configuration conf;
  private final boolean repairs;
  private final Transitions transitions;

  /**
   * @param repairs whether members that the others prove wrong are marked as corrupt
   */
  BadReplicas(
      DFSClient client, Configuration conf, boolean repairs, Transitions transitions) {
    this.client = client;
    this.conf = conf;
    this.repairs = repairs;
    this.transitions = transitions;
  }

  /** Tells of all that was found in a group that was read to its end. */
  void settle(GroupComparison comparison, FileRun told) {
    ReportPlan plan = comparison.plan(repairs);
    String doubt = null;
    if (!plan.marked().isEmpty()) {
      try {
        checkTransition(comparison.file().path());
        comparison.proveAgain(plan.marked());
      } catch (IOException e) {
        doubt = "; not marked as corrupt, as " + GroupComparison.firstLine(e);
        plan = comparison.plan(false);
      }
    }
    String failure = report(plan.told());
    String when = plan.fates().values().stream().anyMatch(Fate::isRebuilt) ? safeMode() : "";
    for (Map.Entry<Finding, Fate> each : plan.fates().entrySet()) {
      Finding finding = each.getKey();
      Fate fate = each.getValue();
      if (fate.isTold() && failure != null) {
        told.finding(finding, "; not reported: " + failure);
      } else if (fate.isRebuilt()) {
        told.finding(finding, textOf(fate) + when);
        told.awaitRebuild(rebuild(comparison, finding));
      } else {
        told.finding(finding, fate == Fate.REPAIRABLE && doubt != null ? doubt : textOf(fate));
      }
    }
  }

  private Rebuild rebuild(GroupComparison comparison, Finding finding) {
    VerifiedMembers group = comparison.group();
    DatanodeInfo node = finding.replica() == null ? null : finding.replica().getLocations()[0];
    return new Rebuild(
        comparison.file(), group.group(), finding.member(),
        group.members().get(finding.member()).blockId(),
        new BadReplica(client, conf, finding.node(), node));
  }

  /** New parity that was made of a wrong member fits it, and would prove the right one wrong. */
  private void checkTransition(String path) throws IOException {
    if (transitions.isUnderWay(path)) {
      throw new IOException(
          "its file is in a transition, which may have read it; -cancelTransition drops what that"
              + " made");
    }
  }

  /**
   * In one call, under one lock: no rebuild is planned that knows of a part of them.
   *
   * @return why the NameNode does not take it; null where it does
   */
  private String report(List<Finding> told) {
    if (told.isEmpty()) {
      return null;
    }
    try {
      client.reportBadBlocks(told.stream().map(Finding::replica).toArray(LocatedBlock[]::new));
      return null;
    } catch (IOException e) {
      return GroupComparison.firstLine(e);
    }
  }

  /** A NameNode in safe mode takes reports, and has nothing rebuilt. */
  private String safeMode() {
    try {
      return client.setSafeMode(SafeModeAction.SAFEMODE_GET, true)
          ? " once the NameNode has left safe mode"
          : "";
    } catch (IOException e) {
      return ", unless the NameNode is in safe mode: it does not say ("
          + GroupComparison.firstLine(e) + ")";
    }
  }

  private static String textOf(Fate fate) {
    return switch (fate) {
      case NONE -> "";
      case KNOWN -> "; it will be rebuilt";
      case REPORTED -> "; reported, it will be rebuilt";
      case MARKED -> "; marked as corrupt, it will be rebuilt";
      case KNOWN_BEYOND_REPAIR ->
          "; it cannot be rebuilt, as more is missing than can be recovered";
      case REPORTED_BEYOND_REPAIR ->
          "; reported, but it cannot be rebuilt, as more is missing than can be recovered";
      case HELD_BACK ->
          "; not reported, as it would be rebuilt from members that contradict each other";
      case REPAIRABLE -> "; -repair has it rebuilt";
      case NOT_ALONE ->
          "; it cannot be repaired, as in another place nobody can tell which member is wrong";
      case NOT_COMPARED -> "; it cannot be repaired, as not all of the group was compared";
      case TOO_FEW -> "; it cannot be repaired, as the others are too few to rebuild it";
    };
  }
}
