package io.okapifs.hdfs.namenode.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.placement.GroupPlacement;
import io.okapifs.hdfs.namenode.placement.PlacementGlance;
import io.okapifs.testing.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.junit.jupiter.api.Test;

/** A glance passes over nothing that could lie better, and over most of what could not. */
class PlacementGlanceTest {

  private static final int FILES = 800;
  private static final List<Integer> RACKS = List.of(4, 3, 3, 2);

  private final Random random = new Random(Seed.get());
  private int well;
  private int misplaced;

  @Test
  void whatLiesWellAtAGlanceHasNoBetterPlace() {
    for (int i = 0; i < FILES; i++) {
      PaperFile file = new PaperFile(1, RACKS);
      String places = scatter(file);
      check(file, file.stripe(0), places);
      check(file, file.parity(0), places);
    }
    assertThat(well).as("lie well at a glance").isGreaterThan(FILES / 10);
    assertThat(misplaced).as("could lie better").isGreaterThan(FILES / 10);
  }

  /** Puts some members elsewhere, takes some away, and has some nodes leave. */
  private String scatter(PaperFile file) {
    List<String> places = new ArrayList<>();
    int nodes = RACKS.stream().mapToInt(Integer::intValue).sum();
    for (int member = 0; member < PaperFile.N; member++) {
      DatanodeDescriptor node = file.nodeOf(0, random.nextInt(nodes));
      file.takeAway(0, member, file.nodeOf(0, member));
      // A node has one block of a block group.
      boolean isTaken = GroupPlacement.nodesOf(file.ownerOf(0, member)).contains(node);
      if (!isTaken && random.nextInt(5) > 0) {
        file.put(0, member, node);
        places.add(member + " on " + node.getName() + " " + node.getNetworkLocation());
      }
    }
    if (random.nextInt(4) == 0) {
      DatanodeDescriptor leaving = file.nodeOf(0, random.nextInt(nodes));
      leaving.startDecommission();
      places.add(leaving.getName() + " leaves");
    }
    return "seed=" + Seed.get() + ": " + places;
  }

  private void check(PaperFile file, BlockInfoDecoupled block, String places) {
    GroupHealth health = file.health();
    PlacementGlance glance = new PlacementGlance(file.blocks);
    boolean could = new GroupPlacement(file.blocks, health, block).misplaced().isPresent();
    misplaced += could ? 1 : 0;
    if (glance.liesWell(health, block)) {
      well++;
      assertThat(could).as(places).isFalse();
    }
    if (glance.isPerfect(health, block)) {
      assertThat(glance.liesWell(health, block)).as(places).isTrue();
    }
  }
}
