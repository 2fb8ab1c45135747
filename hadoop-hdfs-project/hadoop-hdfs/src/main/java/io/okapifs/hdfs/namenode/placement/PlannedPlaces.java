package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * Places for members of a group that are not allocated yet. A narrow file asks for a few blocks of
 * its group at a time. With the first of them places are chosen for the whole group, data and
 * parity: one choice instead of one for each stripe, and one that sees all racks at once.
 *
 * <p>A hint: whoever takes a place looks first whether its node can serve, and chooses anew where
 * it cannot. What is remembered is bounded, old plans are not used, and a NameNode that starts has
 * none. Any thread may call it.
 */
public final class PlannedPlaces {

  /** Files whose plans are remembered, the last ones. */
  private static final int FILES = 10_000;

  /** Loads of nodes change: a writer that is slower has its places chosen anew. */
  static final long VALID_NANOS = TimeUnit.MINUTES.toNanos(1);

  /**
   * Places of the members of a group from one on.
   *
   * @param first the member that has the first place, data before parity
   */
  private record Plan(long group, int first, List<DatanodeStorageInfo> places, long sinceNanos) {}

  private final LongSupplier nanoTime;

  private final Map<Long, Plan> plans =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Entry<Long, Plan> eldest) {
          return size() > FILES;
        }
      };

  public PlannedPlaces() {
    this(System::nanoTime);
  }

  PlannedPlaces(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  public static PlannedPlaces of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(PlannedPlaces.class);
  }

  /** Remembers places of a group's members from one on, in the place of what was planned before. */
  synchronized void put(
      long inodeId, long group, int first, List<DatanodeStorageInfo> places) {
    plans.put(inodeId, new Plan(group, first, List.copyOf(places), nanoTime.getAsLong()));
  }

  /** The planned places of some members; empty where there is no plan for all of them. */
  synchronized List<DatanodeStorageInfo> of(long inodeId, long group, int member, int count) {
    Plan plan = plans.get(inodeId);
    if (plan == null
        || plan.group != group
        || member < plan.first
        || member + count > plan.first + plan.places.size()
        || nanoTime.getAsLong() - plan.sinceNanos >= VALID_NANOS) {
      return List.of();
    }
    return plan.places.subList(member - plan.first, member - plan.first + count);
  }
}
