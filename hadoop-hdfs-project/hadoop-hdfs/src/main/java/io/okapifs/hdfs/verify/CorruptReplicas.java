package io.okapifs.hdfs.verify;

import io.okapifs.hdfs.layout.ParityRequests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;

/** What the NameNode knows to be wrong with the replicas of a striped file. */
public final class CorruptReplicas {

  private CorruptReplicas() {}

  /**
   * Asks the NameNode which replicas are corrupt.
   *
   * @return transfer addresses of nodes by the id of the block file that is corrupt there
   */
  public static Map<Long, List<String>> ask(DFSClient client, String path) throws IOException {
    return of(list(client, path));
  }

  /** Asks the NameNode for all that {@link #of} and {@link #contradictory} tell. */
  public static List<LocatedBlock> list(DFSClient client, String path) throws IOException {
    LocatedBlocks listed =
        client.getLocatedBlocks(path, ParityRequests.corruptOffset(), Long.MAX_VALUE);
    return listed == null ? List.of() : listed.getLocatedBlocks();
  }

  /** Ids of the parity groups whose members contradict each other. */
  public static Set<Long> contradictory(List<LocatedBlock> listed) {
    return listed.stream()
        .filter(LocatedBlock::isCorrupt)
        .map(block -> block.getBlock().getBlockId())
        .collect(Collectors.toSet());
  }

  /** Corrupt replicas, of what a NameNode has listed. */
  public static Map<Long, List<String>> of(List<LocatedBlock> listed) {
    Map<Long, List<String>> nodes = new HashMap<>();
    for (LocatedBlock block : listed) {
      LocatedStripedBlock group = (LocatedStripedBlock) block;
      for (int i = 0; i < group.getLocations().length; i++) {
        nodes
            .computeIfAbsent(
                group.getBlock().getBlockId() + group.getBlockIndices()[i],
                ignored -> new ArrayList<>())
            .add(group.getLocations()[i].getXferAddr());
      }
    }
    return nodes;
  }
}
