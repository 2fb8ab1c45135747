package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.layout.StripeView;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;

/** Where the parity blocks of one file are, asked for when a read needs them. Thread-safe. */
final class ParityLocations {

  /**
   * @param policy the policy that the group is coded by
   * @param blocks its located parity blocks; null where the NameNode lists none
   * @param ranks per parity block, 0 for the one to read first
   */
  record Group(GroupPolicy policy, LocatedStripedBlock blocks, List<Integer> ranks) {}

  private final DecoupledInputStream stream;
  private final Map<Long, Group> groups = new ConcurrentHashMap<>();

  ParityLocations(DecoupledInputStream stream) {
    this.stream = stream;
  }

  Group get(long group) throws IOException {
    Group known = groups.get(group);
    if (known == null) {
      known = ask(group);
      groups.put(group, known);
    }
    return known;
  }

  void forget(long group) {
    groups.remove(group);
  }

  void clear() {
    groups.clear();
  }

  private Group ask(long group) throws IOException {
    String src = stream.getSrc();
    DFSClient client = stream.getDFSClient();
    long offset = ParityRequests.listingOffset(Math.toIntExact(group));
    LocatedBlocks listed = client.getLocatedBlocks(src, offset, 1);
    // Parity does not show whose it is; the file's first stripe does, as long as it is the same.
    LocatedBlocks firstStripe = client.getLocatedBlocks(src, 0, 1);
    SameFile.check(stream, firstStripe);
    if (listed == null || !StripeView.isView(listed.getErasureCodingPolicy())) {
      throw new IOException(
          "the NameNode does not list parity groups of this file: path=" + src + ", group="
              + group);
    }
    GroupPolicy policy = StripeView.of(listed.getErasureCodingPolicy()).group();
    groups.values().removeIf(other -> !other.policy().equals(policy));
    if (listed.locatedBlockCount() == 0) {
      return new Group(policy, null, List.of());
    }
    LocatedBlock first = listed.get(0);
    if (!(first instanceof LocatedStripedBlock blocks)) {
      throw new IOException(
          "not a parity group: path=" + src + ", group=" + group + ", block=" + first);
    }
    ParityRanks ranks = new ParityRanks(node -> client.getClientContext().getNetworkDistance(node));
    return new Group(policy, blocks, ranks.of(blocks, policy.r()));
  }
}
