package io.okapifs.ec.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  private static Proposal urgent(String path, double years, long moved) {
    return new Proposal(
        path, new Form("RS-30-3", years, 110, 0), new Form("RS-6-3", 1e10, 150, moved), true);
  }

  private static Proposal saving(String path, long saved, long moved) {
    return new Proposal(
        path, new Form("RS-6-3", 1e12, 1500, 0), new Form("RS-30-3", 1e10, 1500 - saved, moved),
        false);
  }

  private static String days(Schedule schedule) {
    return schedule.entries().stream()
        .map(entry -> entry.proposal().path() + ":" + entry.day())
        .collect(Collectors.joining(" "));
  }

  @Test
  void whatIsUrgentComesFirstByItsRiskThenWhatSavesMost() {
    List<Proposal> proposals =
        List.of(
            saving("little", 10, 10), urgent("bad", 1e8, 10), saving("much", 100, 10),
            urgent("worse", 1e6, 10));
    assertThat(days(Schedule.of(proposals, OptionalLong.empty(), 0)))
        .isEqualTo("worse:1 bad:1 much:1 little:1");
  }

  @Test
  void aBudgetThatIsTooSmallMeansMoreDays() {
    List<Proposal> proposals =
        List.of(urgent("a", 1, 60), urgent("b", 2, 40), urgent("c", 3, 1), saving("d", 1, 99));
    Schedule schedule = Schedule.of(proposals, OptionalLong.of(100), 0);
    assertThat(days(schedule)).isEqualTo("a:1 b:1 c:2 d:2");
    assertThat(schedule.today()).extracting(Proposal::path).containsExactly("a", "b");
  }

  @Test
  void whatIsUnderWayTakesOfToday() {
    List<Proposal> proposals = List.of(urgent("a", 1, 60), urgent("b", 2, 40));
    assertThat(days(Schedule.of(proposals, OptionalLong.of(100), 50))).isEqualTo("a:2 b:2");
    assertThat(days(Schedule.of(proposals, OptionalLong.of(100), 500))).isEqualTo("a:2 b:2");
  }

  @Test
  void whatIsLargerThanTheBudgetNeverBegins() {
    assertThat(
            days(
                Schedule.of(
                    List.of(urgent("a", 1, 101), urgent("b", 2, 100)), OptionalLong.of(100), 0)))
        .isEqualTo("a:0 b:1");
  }

  @Test
  void noDayMovesMoreThanTheBudget() {
    Random random = TestSeed.random();
    for (int run = 0; run < 20; run++) {
      fillDays(random);
    }
  }

  private static void fillDays(Random random) {
    List<Proposal> proposals = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      proposals.add(
          random.nextBoolean()
              ? urgent("u" + i, random.nextDouble(), random.nextInt(120))
              : saving("s" + i, random.nextInt(100), random.nextInt(120)));
    }
    long underWay = random.nextInt(150);
    Schedule schedule = Schedule.of(proposals, OptionalLong.of(100), underWay);
    assertThat(schedule.entries()).extracting(Schedule.Entry::proposal)
        .containsExactlyInAnyOrderElementsOf(proposals);
    Map<Long, Long> moved =
        schedule.entries().stream()
            .collect(
                Collectors.groupingBy(
                    Schedule.Entry::day,
                    Collectors.summingLong(entry -> entry.proposal().to().movedBytes())));
    moved.forEach((day, bytes) -> {
      if (day == 1) {
        assertThat(bytes).isLessThanOrEqualTo(Math.max(0, 100 - underWay));
      } else if (day != Schedule.NEVER) {
        assertThat(bytes).isLessThanOrEqualTo(100);
      }
    });
  }
}
