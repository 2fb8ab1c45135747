package io.okapifs.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnTest {

  private static final String TURNS = "io.okapifs.turns";
  private static final String COSTS = "io.okapifs.costs";
  private static final List<String> RAN = new ArrayList<>();

  private final String before = System.getProperty(TURNS, "false");

  static class InTurns {
    @Test
    @Turn(0)
    void first() {
      RAN.add("0");
    }

    @Test
    @Turn(1)
    void second() {
      RAN.add("1");
    }

    @Test
    @Turn(2)
    void third() {
      RAN.add("2");
    }

    @Test
    void always() {
      RAN.add("always");
    }
  }

  @BeforeEach
  void clear() {
    RAN.clear();
  }

  @AfterEach
  void restore() {
    System.setProperty(TURNS, before);
  }

  @Test
  void aCommitRunsTheCasesOfOneTurnAndThoseWithoutATurn() {
    System.setProperty(TURNS, "true");
    Planted.run(InTurns.class);
    assertThat(RAN)
        .containsExactlyInAnyOrder("always", String.valueOf(Math.floorMod(Seed.get(), Turn.COUNT)));
  }

  @Test
  void theCostOfAPartOfAClassIsNotWrittenDown(@TempDir Path folder) throws Exception {
    Path costs = folder.resolve("costs");
    Files.writeString(costs, "");
    String costsBefore = System.setProperty(COSTS, costs.toString());
    try {
      System.setProperty(TURNS, "true");
      Planted.run(InTurns.class);
      assertThat(costs).isEmptyFile();
      System.setProperty(TURNS, "false");
      Planted.run(InTurns.class);
      assertThat(costs).content().contains(InTurns.class.getName());
    } finally {
      if (costsBefore == null) {
        System.clearProperty(COSTS);
      } else {
        System.setProperty(COSTS, costsBefore);
      }
    }
  }

  @Test
  void elsewhereAllRun() {
    System.setProperty(TURNS, "false");
    Planted.run(InTurns.class);
    assertThat(RAN).containsExactlyInAnyOrder("0", "1", "2", "always");
  }
}
