package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.layout.FileLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperNodesWindow;

/**
 * Where the data blocks of a file would lie on a cluster that exists on paper alone, by the classes
 * that place blocks. Its nodes are empty, equally loaded and all in service, and no writer is on
 * one. The file is alone in its directory. Used by one thread.
 */
public final class PaperPlacement {

  private static final BlockStoragePolicy HOT =
      BlockStoragePolicySuite.createDefaultSuite().getDefaultPolicy();

  private static final long ROOM = 1L << 50;
  private static final long DIRECTORY = 1;
  private static final long FILE = 2;

  private final Configuration conf;
  private final PaperNodesWindow nodes;
  private final BlockPlacementPolicy policy;

  /**
   * @param conf says which placement policy block groups have, and whether data is dealt evenly
   * @param rackOfNode of each node, one at least
   */
  public PaperPlacement(Configuration conf, List<String> rackOfNode) {
    this.conf = conf;
    this.nodes = new PaperNodesWindow(conf);
    rackOfNode.forEach(rack -> nodes.add(rack, ROOM));
    this.policy = nodes.policyOfGroups();
  }

  /**
   * The node of each data block, in file order, as a writer gets them stripe by stripe.
   *
   * @param stripes how many; all are full
   * @param lookahead groups before whose nodes a stripe avoids
   * @return less where there are fewer nodes than a stripe has blocks
   */
  public List<String> nodesOfData(FileLayout layout, int stripes, Lookahead lookahead) {
    Writing file = new Writing(layout, lookahead);
    for (int stripe = 0; stripe < stripes && file.addStripe(); stripe++) { }
    return file.placed.stream().map(at -> at.getDatanodeDescriptor().getDatanodeUuid()).toList();
  }

  /** A file that gets its stripes as {@link DecoupledPlacement} plans them. */
  private final class Writing {
    private final FileLayout layout;
    private final Lookahead lookahead;
    private final boolean isNarrow;
    private final EvenPlacement even = EvenPlacement.of(conf);
    private final PlannedPlaces planned = new PlannedPlaces();
    private final List<DatanodeStorageInfo> placed = new ArrayList<>();

    Writing(FileLayout layout, Lookahead lookahead) {
      this.layout = layout;
      this.lookahead = lookahead;
      this.isNarrow = layout.stripeWidth() < layout.policy().k();
    }

    /** False where there are too few nodes. */
    boolean addStripe() {
      int begun = layout.memberOf(placed.size());
      List<GroupRun> runs = GroupRun.ofStripe(layout, begun, from(placed.size() - begun));
      List<DatanodeStorageInfo> stripe =
          runs.size() > 1 ? List.of()
              : planned.of(FILE, group(), begun, layout.stripeWidth());
      if (stripe.isEmpty()) {
        stripe = choose(begun, runs);
      }
      if (stripe.size() < layout.stripeWidth()) {
        return false;
      }
      placed.addAll(stripe);
      if (isNarrow) {
        even.note(DIRECTORY, stripe.toArray(DatanodeStorageInfo[]::new));
      }
      return true;
    }

    private List<DatanodeStorageInfo> choose(int begun, List<GroupRun> runs) {
      boolean together = isNarrow && lookahead.groups() == 0 && runs.size() == 1;
      TargetRequest request =
          new TargetRequest(
              "/on-paper", runs, wishes(together), Set.of(), null, layout.blockSize(), HOT, null);
      List<DatanodeStorageInfo> stripe =
          together ? chooseGroup(begun, runs.get(0).members(), request) : List.of();
      return stripe.isEmpty()
          ? TargetChooser.choose(policy, nodes.topology(), request)
          : stripe;
    }

    /** Places for the rest of the group, of which those of the stripe are given. */
    private List<DatanodeStorageInfo> chooseGroup(
        int begun, List<DatanodeStorageInfo> members, TargetRequest request) {
      GroupRun all = new GroupRun(members() - begun, members);
      List<DatanodeStorageInfo> chosen =
          TargetChooser.choose(policy, nodes.topology(), request.of(all));
      if (chosen.size() < all.length() || GroupRun.shared(all.with(chosen)) > 0) {
        return List.of();
      }
      List<DatanodeStorageInfo> ordered =
          PlacesInOrder.of(
              even.fewestFirst(DIRECTORY, chosen), layout.stripeWidth(),
              layout.policy().k() - begun);
      planned.put(FILE, group(), begun, ordered);
      return ordered.subList(0, layout.stripeWidth());
    }

    private List<List<DatanodeStorageInfo>> wishes(boolean together) {
      List<List<DatanodeStorageInfo>> wishes = new ArrayList<>();
      lookahead.before(group()).forEach(far -> wishes.add(from((int) far * layout.policy().k())));
      if (isNarrow) {
        wishes.add(even.crowded(DIRECTORY, nodes.nodes().size(), members(), together));
      }
      return wishes;
    }

    private List<DatanodeStorageInfo> from(int block) {
      return placed.subList(block, placed.size());
    }

    private long group() {
      return layout.groupOf(placed.size());
    }

    private int members() {
      return layout.policy().k() + layout.policy().r();
    }
  }
}
