package io.okapifs.bench.own;

import io.okapifs.bench.driver.scale.Rounds;
import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.repair.ChangedGroups;
import io.okapifs.hdfs.namenode.repair.NodeWatch;
import io.okapifs.hdfs.namenode.repair.PlacementSweep;
import io.okapifs.hdfs.namenode.repair.RedundancySweep;
import io.okapifs.hdfs.namenode.repair.RepairRounds;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/**
 * The rounds of our NameNode, by hand. Their parts are not for others to call, so that they are
 * called by their names here; a name that is gone is an error.
 */
final class OwnRounds implements Rounds {

  @Override
  public void stop(FSNamesystem namesystem) {
    RepairRounds.of(namesystem).stop();
  }

  @Override
  public void watchNodes(FSNamesystem namesystem) throws Exception {
    BlockManager blocks = namesystem.getBlockManager();
    call(OkapiParts.of(blocks).get(NodeWatch.class), "look", blocks);
  }

  @Override
  public void lookAtChanges(FSNamesystem namesystem) throws Exception {
    BlockManager blocks = namesystem.getBlockManager();
    call(OkapiParts.of(blocks).get(ChangedGroups.class), "step", blocks);
  }

  @Override
  public Map<String, Step> sweeps(FSNamesystem namesystem) {
    BlockManager blocks = namesystem.getBlockManager();
    return Map.of(
        "placement", () -> sweepPlacement(blocks), "redundancy", () -> sweepRedundancy(blocks));
  }

  /** As after a node has become usable. */
  private static void sweepPlacement(BlockManager blocks) throws Exception {
    PlacementSweep sweep = OkapiParts.of(blocks).get(PlacementSweep.class);
    call(sweep, "begin");
    do {
      call(sweep, "hold", blocks);
    } while (position(sweep) != null);
  }

  private static void sweepRedundancy(BlockManager blocks) throws Exception {
    RedundancySweep sweep = OkapiParts.of(blocks).get(RedundancySweep.class);
    call(sweep, "begin", blocks);
    while (position(sweep) != null) {
      call(sweep, "look", blocks, (long) blocks.getTotalBlocks() + 1, System.nanoTime());
    }
  }

  private static Object position(Object sweep) throws ReflectiveOperationException {
    Field position = sweep.getClass().getDeclaredField("position");
    position.setAccessible(true);
    return position.get(sweep);
  }

  private static void call(Object part, String name, Object... arguments) throws Exception {
    Method method =
        Arrays.stream(part.getClass().getDeclaredMethods())
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElseThrow(
                () -> new IOException("there is no " + part.getClass().getName() + "." + name));
    method.setAccessible(true);
    try {
      method.invoke(part, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
