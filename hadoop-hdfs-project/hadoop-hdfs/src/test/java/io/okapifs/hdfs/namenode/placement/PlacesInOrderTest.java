package io.okapifs.hdfs.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.NodesOfTest;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stripes and short groups are on as many racks as they can be, and data gets the best places. */
class PlacesInOrderTest {

  private static List<DatanodeStorageInfo> places(Random random, Integer... racks) {
    List<DatanodeStorageInfo> places =
        new ArrayList<>(
            NodesOfTest.onRacks(List.of(racks)).nodes().stream()
                .map(PaperFile::storage).toList());
    Collections.shuffle(places, random);
    return places;
  }

  private static int racks(List<DatanodeStorageInfo> places) {
    return GroupRun.countByRack(places).size();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 6})
  void stripesAreOnAsManyRacksAsTheyCanBe(int width) {
    for (int seed = 0; seed < 100; seed++) {
      List<DatanodeStorageInfo> places = places(new Random(seed), 3, 3, 3);
      List<DatanodeStorageInfo> ordered = PlacesInOrder.of(places, width, 6);
      assertThat(ordered).containsExactlyInAnyOrderElementsOf(places);
      for (int at = 0; at < 6; at += width) {
        assertThat(racks(ordered.subList(at, at + width))).isEqualTo(Math.min(width, 3));
      }
    }
  }

  /** RS-3-2 on four racks, one of which has two members. */
  @Test
  void aShortGroupIsOnAsManyRacksAsItCanBe() {
    for (int seed = 0; seed < 100; seed++) {
      List<DatanodeStorageInfo> ordered =
          PlacesInOrder.of(places(new Random(seed), 2, 1, 1, 1), 1, 3);
      for (int data = 1; data <= 3; data++) {
        List<DatanodeStorageInfo> group = new ArrayList<>(ordered.subList(0, data));
        group.addAll(ordered.subList(3, 5));
        assertThat(racks(group)).isEqualTo(Math.min(data + 2, 4));
      }
    }
  }

  /** Racks of three, two and one: the stripe that comes last must find two racks as well. */
  @Test
  void theLastStripeFindsTwoRacksAsWell() {
    for (int seed = 0; seed < 100; seed++) {
      List<DatanodeStorageInfo> ordered =
          PlacesInOrder.of(places(new Random(seed), 3, 2, 1), 2, 6);
      for (int at = 0; at < 6; at += 2) {
        assertThat(racks(ordered.subList(at, at + 2))).isEqualTo(2);
      }
    }
  }

  @Test
  void dataGetsTheBestPlaces() {
    List<DatanodeStorageInfo> places = places(new Random(1), 5);
    assertThat(PlacesInOrder.of(places, 1, 3).subList(0, 3)).isEqualTo(places.subList(0, 3));
    assertThat(PlacesInOrder.of(places, 2, 3).subList(0, 3)).isEqualTo(places.subList(0, 3));
  }
}
