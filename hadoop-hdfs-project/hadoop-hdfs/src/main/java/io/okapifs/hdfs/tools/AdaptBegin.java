package io.okapifs.hdfs.tools;

import io.okapifs.ec.adapt.Proposal;
import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto;
import io.okapifs.hdfs.tools.TransitionSummary.Fate;
import io.okapifs.hdfs.tools.WholeTrees.Tree;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtil;

/**
 * Has files get the policies that were proposed for today: a directory whose files all get the same
 * by one request, if they are many, others one by one. Used by one thread, once.
 */
final class AdaptBegin {

  /** Fewer files are as well asked for in one call. */
  static final int TREE_FILES = OkapiAdmin.PATHS_MAX;

  /** All requests for trees of a cluster must fit into one attribute. */
  private static final int TREES = 50;

  private final TransitionClient client;
  private final String name;
  private final int leastOfATree;
  private final TransitionSummary summary = new TransitionSummary();
  private int accepted;

  /**
   * @param leastOfATree files of a tree that is asked for by one request
   */
  AdaptBegin(TransitionClient client, String name, int leastOfATree) {
    this.client = client;
    this.name = name;
    this.leastOfATree = leastOfATree;
  }

  /** What a proposal asks for. */
  static TransitionGoal goal(Proposal proposal) {
    return TransitionGoal.of(
        proposal.to().policy(),
        proposal.urgent() ? TransitionRecord.URGENT : TransitionRecord.NORMAL);
  }

  /**
   * @param today by their turn
   * @param trees what is known of all files that were looked at, but for these
   * @param tops the directories below which they are
   * @param ageMillis for how long a file was not changed that was looked at
   */
  TransitionSummary run(
      List<Proposal> today, WholeTrees<TransitionGoal> trees, List<String> tops, long ageMillis)
      throws IOException {
    today.forEach(proposal -> trees.change(proposal.path(), goal(proposal)));
    List<String> begun =
        trees.find(tops, leastOfATree).stream()
            .limit(TREES).filter(tree -> begin(tree, ageMillis)).map(Tree::path).toList();
    Map<TransitionGoal, TransitionBatch> batches = new LinkedHashMap<>();
    for (Proposal proposal : today) {
      if (begun.stream().noneMatch(top -> DFSUtil.isParentEntry(proposal.path(), top))) {
        batches.computeIfAbsent(goal(proposal), this::batch)
            .add(new Path(proposal.path()), this::hear);
      }
    }
    for (TransitionBatch batch : batches.values()) {
      batch.flush();
    }
    summary.count(Fate.QUEUED, accepted);
    return summary;
  }

  /** Where that is refused the files are asked for one by one, and tell why. */
  private boolean begin(Tree<TransitionGoal> tree, long ageMillis) {
    try {
      summary.request(
          client.beginTree(new Path(tree.path()), tree.goal().named(name), ageMillis));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private TransitionBatch batch(TransitionGoal goal) {
    return new TransitionBatch(files -> client.begin(files, goal.named(name)), () -> accepted);
  }

  private void hear(Path file, OutcomeProto outcome) {
    switch (outcome.getKind()) {
      case TAKEN -> accepted++;
      case REFUSED -> summary.refuse(file, Failures.firstLine(outcome.getReason()));
      default -> summary.count(Fate.ALREADY_SO);
    }
  }
}
