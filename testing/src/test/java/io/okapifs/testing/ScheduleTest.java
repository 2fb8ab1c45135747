package io.okapifs.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  @Test
  void theLongestComesFirst() {
    assertThat(order(2, Map.of("short", new Cost(1, 1), "long", new Cost(9, 9)))).first()
        .isEqualTo("long");
  }

  @Test
  void besideTwoThatWorkComesOneThatWaits() {
    Map<String, Cost> costs = new LinkedHashMap<>();
    costs.put("work 1", new Cost(50, 50));
    costs.put("work 2", new Cost(40, 40));
    costs.put("work 3", new Cost(30, 30));
    costs.put("wait 1", new Cost(20, 0));
    costs.put("wait 2", new Cost(10, 0));
    assertThat(order(4, costs)).containsExactly("work 1", "work 2", "wait 1", "wait 2", "work 3");
  }

  @Test
  void whereAllWorkTheLightestComesBesideThem() {
    Map<String, Cost> costs = new LinkedHashMap<>();
    costs.put("work 1", new Cost(50, 50));
    costs.put("work 2", new Cost(40, 40));
    costs.put("heavy", new Cost(30, 30));
    costs.put("light", new Cost(20, 10));
    assertThat(order(3, costs)).containsExactly("work 1", "work 2", "light", "heavy");
  }

  @Test
  void everyClassRunsOnce() {
    Random random = new Random(Seed.get());
    Map<String, Cost> costs = new LinkedHashMap<>();
    for (int i = 0; i < 100; i++) {
      double seconds = random.nextInt(60);
      costs.put("class " + i, new Cost(seconds, seconds * random.nextDouble()));
    }
    assertThat(order(4, costs)).containsExactlyInAnyOrderElementsOf(costs.keySet());
  }

  private static List<String> order(int forks, Map<String, Cost> costs) {
    return new Schedule(forks, 2).order(new ArrayList<>(costs.keySet()), costs::get);
  }
}
