package io.okapifs.hdfs.namenode.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * Which member gets which of the places of a group. The last group of a file may be short: its
 * parity and its first data blocks are on as many racks as they can be, however many there are. So
 * is each data stripe. Else data gets the first of the places, parity the last ones. For one group.
 */
final class PlacesInOrder {

  private final List<DatanodeStorageInfo> left;
  private final Map<String, Integer> byGroup = new HashMap<>();

  private PlacesInOrder(Collection<DatanodeStorageInfo> places) {
    this.left = new ArrayList<>(places);
  }

  /**
   * @param places the best first
   * @param data data blocks among the members, which come first
   */
  static List<DatanodeStorageInfo> of(
      List<DatanodeStorageInfo> places, int stripeWidth, int data) {
    PlacesInOrder order = new PlacesInOrder(places);
    List<DatanodeStorageInfo> parity = order.takeParity(places.size() - data);
    List<DatanodeStorageInfo> all = new ArrayList<>();
    while (all.size() < data) {
      all.addAll(order.takeStripe(Math.min(stripeWidth, data - all.size())));
    }
    all.addAll(parity);
    return all;
  }

  private List<DatanodeStorageInfo> takeParity(int count) {
    Collections.reverse(left);
    List<DatanodeStorageInfo> parity = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parity.add(take(Map.of()));
    }
    Collections.reverse(left);
    return parity;
  }

  private List<DatanodeStorageInfo> takeStripe(int count) {
    Map<String, Integer> byStripe = new HashMap<>();
    List<DatanodeStorageInfo> stripe = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      stripe.add(take(byStripe));
      byStripe.merge(rack(stripe.get(i)), 1, Integer::sum);
    }
    return stripe;
  }

  /** Takes the first place of a rack that the stripe, then the group, has the fewest blocks on. */
  private DatanodeStorageInfo take(Map<String, Integer> byStripe) {
    Map<String, Integer> usable = GroupRun.countByRack(left);
    DatanodeStorageInfo next =
        Collections.min(
            left,
            Comparator.<DatanodeStorageInfo>comparingInt(at -> byStripe.getOrDefault(rack(at), 0))
                .thenComparingInt(at -> byGroup.getOrDefault(rack(at), 0))
                // Later stripes need the other racks as well.
                .thenComparingInt(at -> -usable.get(rack(at))));
    left.remove(next);
    byGroup.merge(rack(next), 1, Integer::sum);
    return next;
  }

  private static String rack(DatanodeStorageInfo place) {
    return place.getDatanodeDescriptor().getNetworkLocation();
  }
}
