package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import io.okapifs.hdfs.namenode.placement.Lookahead;
import io.okapifs.hdfs.namenode.placement.PaperPlacement;
import io.okapifs.hdfs.tools.Advice.Transition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/**
 * What it takes to bring files from the form that they have to other policies, in place. Bytes are
 * those of {@link TransitionCost}. How many blocks must move is counted in a file of {@value
 * #BLOCKS} blocks or a few more, on a cluster that exists on paper and has the racks of the live
 * nodes: by the class that places blocks. Used by one thread.
 */
final class CandidateTransitions {

  private static final int BLOCKS = 1200;
  private static final int PERCENT = 100;

  private final FileLayout now;
  private final boolean isCoupled;
  private final long[] files;
  private final PaperPlacement paper;
  private final Map<Lookahead, List<String>> placed = new HashMap<>();

  /**
   * @param now layout of all files; one in HDFS's own lies as if its stripe width were k
   * @param files lengths
   * @param rackOfNode of all live nodes; empty where nobody may know them
   */
  CandidateTransitions(
      FileLayout now, boolean isCoupled, long[] files, Configuration conf,
      List<String> rackOfNode) {
    this.now = now;
    this.isCoupled = isCoupled;
    this.files = files;
    this.paper = rackOfNode.isEmpty() ? null : new PaperPlacement(conf, rackOfNode);
  }

  /** Null for the policy that files have, and where they would have to be copied. */
  Transition to(ErasureCodingPolicy policy) {
    if (policy.getName().equals(now.policy().name())
        || policy.getCellSize() != now.policy().cellSize()) {
      return null;
    }
    FileLayout next =
        new FileLayout(PolicyCodecs.groupPolicy(policy), now.stripeWidth(), now.blockSize());
    TransitionCost cost =
        LongStream.of(files)
            .mapToObj(length -> cost(next, length))
            .reduce(TransitionCost.NONE, TransitionCost::plus);
    Lookahead enough = Lookahead.needed(now.policy().k(), next.policy().k());
    return new Transition(
        cost.readBytes(), cost.writtenBytes(), cost.freedBytes(), enough.groups(),
        moves(next, new Lookahead(0)), moves(next, enough));
  }

  private TransitionCost cost(FileLayout next, long length) {
    return isCoupled
        ? TransitionCost.ofAdoption(now, next, length, List.of())
        : TransitionCost.of(now, next, length, List.of());
  }

  /** Of a hundred data blocks; null where nodes are not known, or too few for a stripe. */
  private Double moves(FileLayout next, Lookahead lookahead) {
    if (paper == null) {
      return null;
    }
    int stripes = (BLOCKS - 1) / now.stripeWidth() + 1;
    List<String> nodes =
        placed.computeIfAbsent(lookahead, each -> paper.nodesOfData(now, stripes, each));
    long length = stripes * now.stripeSize();
    return nodes.size() < stripes * now.stripeWidth()
        ? null
        : (double) PERCENT * TransitionCost.of(now, next, length, nodes).sharing() / nodes.size();
  }
}
