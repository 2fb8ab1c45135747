package io.okapifs.hdfs.read;

import java.util.List;

/**
 * What to fetch and then what to decode to get the pieces that were asked for.
 *
 * @param fetches by source, ascending in each source, none overlapping
 * @param groupReads decodings; none where every piece can be read as it is
 */
public record ReadPlan(List<Fetch> fetches, List<GroupRead> groupReads) {

  public ReadPlan {
    fetches = List.copyOf(fetches);
    groupReads = List.copyOf(groupReads);
  }
}
