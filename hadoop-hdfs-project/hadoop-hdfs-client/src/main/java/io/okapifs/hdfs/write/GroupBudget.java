package io.okapifs.hdfs.write;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Remembers the members that each parity group of a file being written has lost. A group may span
 * stripes, so a loss is remembered until the group is done. One from which the code cannot recover
 * any more ends the writer. Not thread safe.
 */
public final class GroupBudget {

  private final String path;
  private final FileLayout layout;
  private final ErasureCode code;
  private final SortedMap<Long, Map<Integer, String>> lossesByGroup = new TreeMap<>();

  public GroupBudget(String path, FileLayout layout) {
    this.path = path;
    this.layout = layout;
    this.code = layout.policy().code();
  }

  /**
   * A data block will lack bytes.
   *
   * @param where the node that lost it
   * @throws IOException when its group loses more than it survives
   */
  public void loseData(long block, String where, String reason) throws IOException {
    int member = layout.memberOf(block);
    lose(layout.groupOf(block), member, "data block " + block + " (member " + member + ")" + " on "
        + where + ": " + reason);
  }

  /**
   * A parity block will lack bytes.
   *
   * @param where the node that lost it
   * @throws IOException when the group loses more than it survives
   */
  public void loseParity(long group, int parityIndex, String where, String reason)
      throws IOException {
    lose(group, layout.policy().k() + parityIndex, "parity " + parityIndex + " on " + where + ": "
        + reason);
  }

  /**
   * None of the group's parities will exist.
   *
   * @throws IOException when the group has lost data too
   */
  public void loseAllParities(long group, String reason) throws IOException {
    for (int i = 0; i < layout.policy().r(); i++) {
      loseParity(group, i, "no node", reason);
    }
  }

  /** Members that a group has lost so far. */
  public int lostMembers(long group) {
    return lossesByGroup.getOrDefault(group, Map.of()).size();
  }

  /** Forgets the groups before {@code group}, all members of which are written. */
  public void groupsDone(long group) {
    lossesByGroup.headMap(group).clear();
  }

  private void lose(long group, int member, String what) throws IOException {
    Map<Integer, String> losses = lossesByGroup.computeIfAbsent(group, absent -> new TreeMap<>());
    losses.putIfAbsent(member, what);
    if (!isDecodableWithout(losses.keySet())) {
      throw new IOException(
          "parity group " + group + " of " + path + " lost more members than "
              + layout.policy().name() + " survives: lostMembers=" + losses.size()
              + ", survivable=" + code.tolerance() + ", losses=" + losses.values());
    }
  }

  /** Members that are still to be written count as live, and so do those that stay zeros. */
  private boolean isDecodableWithout(Set<Integer> lost) {
    BitSet live = new BitSet();
    live.set(0, code.n());
    lost.forEach(live::clear);
    return code.decodable(live);
  }
}
