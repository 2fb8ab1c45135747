package io.okapifs.bench.sim;

import io.okapifs.hdfs.layout.FileLayout;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Disk-adaptive redundancy over six years: makes of disks with synthetic failure rates come one
 * after the other, and their files get groups as wide as the rate of the disks admits, by {@link
 * GroupWidths} (Okapi, OSDI'25, section 6.3). Counts what the transitions read and write when files
 * are regrouped, and when they are read and written again. Used once.
 */
public final class FleetSimulation {

  private static final int MAKES = 12;
  private static final int FILES = 40;
  /** One more than the members of a group: what a lost disk held is rebuilt on another one. */
  private static final int DISKS_MIN = 34;
  private static final long DAY = TimeUnit.DAYS.toNanos(1);
  private static final double DAYS_PER_YEAR = 365.25;
  private static final long YEARS = 6;
  private static final long END = Math.round(YEARS * DAYS_PER_YEAR) * DAY;
  private static final long MAKE_EVERY = END / MAKES;
  /** How often failure rates are looked at. */
  private static final long LOOK_EVERY = 7 * DAY;

  /**
   * What all transitions took, in bytes of disks.
   *
   * @param transitions of files
   * @param dataBytes of the files, once for each transition
   * @param rewriteBytes read and written when files are read and written again
   * @param regroupBytes the same when they are regrouped, with what had to move
   * @param movedBlocks data blocks that had to move for that
   */
  public record Totals(
      int transitions, long dataBytes, long rewriteBytes, long regroupBytes, long movedBlocks) {

    /** Of the files, once for each transition. */
    public long dataBlocks() {
      return dataBytes / FleetFile.BLOCK_BYTES;
    }

    Totals plus(Totals other) {
      return new Totals(
          transitions + other.transitions, dataBytes + other.dataBytes,
          rewriteBytes + other.rewriteBytes, regroupBytes + other.regroupBytes,
          movedBlocks + other.movedBlocks);
    }
  }

  private record Make(FailureRate rate, long installed, List<FleetFile> files) {

    double failuresPerYear(long now) {
      return rate.perYear((now - installed) / (DAY * DAYS_PER_YEAR));
    }
  }

  private final EventQueue time = new EventQueue();
  private final int disksPerMake;
  private final boolean looksAhead;
  private final Random rates;
  private final Random events;
  private Totals totals = new Totals(0, 0, 0, 0, 0);

  private FleetSimulation(int disksPerMake, boolean looksAhead, long seed) {
    this.disksPerMake = disksPerMake;
    this.looksAhead = looksAhead;
    rates = new Random(seed);
    events = new Random(seed + 1);
  }

  /**
   * Simulates the six years.
   *
   * @param disksPerMake disks that the files of a make lie on, 34 or more
   * @param looksAhead whether new blocks keep off the disks of those that may come into a group
   *     with them; else only members of a group lie apart
   */
  public static Totals run(int disksPerMake, boolean looksAhead, long seed) {
    if (disksPerMake < DISKS_MIN) {
      throw new IllegalArgumentException(
          "too few disks for the widest groups: disksPerMake=" + disksPerMake + ", least="
              + DISKS_MIN);
    }
    FleetSimulation fleet = new FleetSimulation(disksPerMake, looksAhead, seed);
    for (long at = 0; at < END; at += MAKE_EVERY) {
      fleet.time.at(at, fleet::install);
    }
    fleet.time.runUntil(() -> fleet.time.now() >= END);
    return fleet.totals;
  }

  private void install() {
    List<FleetFile> files =
        Stream.generate(() -> new FleetFile(disksPerMake, looksAhead, events))
            .limit(FILES).toList();
    Make make = new Make(FailureRate.draw(rates), time.now(), files);
    look(make);
  }

  private void look(Make make) {
    double failures = make.failuresPerYear(time.now());
    for (FleetFile file : make.files) {
      int k = GroupWidths.next(file.k(), failures);
      if (file.k() != k) {
        totals = totals.plus(transition(file, k));
      }
    }
    fail(make);
    time.at(time.now() + LOOK_EVERY, () -> look(make));
  }

  private static Totals transition(FleetFile file, int k) {
    FileLayout next = FleetFile.layoutOf(k);
    long data = FleetFile.LENGTH;
    long parity = next.paritySpace(data);
    int moved = file.regroup(k);
    return new Totals(
        1, data, data + data + parity, data + parity + 2 * moved * FleetFile.BLOCK_BYTES, moved);
  }

  /** Disks that fail until the next look; each has its time in between. */
  private void fail(Make make) {
    double share =
        make.failuresPerYear(time.now()) * LOOK_EVERY / (DAY * DAYS_PER_YEAR);
    for (int disk = 0; disk < disksPerMake; disk++) {
      if (events.nextDouble() < share) {
        int failed = disk;
        long nanos = (long) (events.nextDouble() * LOOK_EVERY);
        time.at(time.now() + nanos, () -> make.files.forEach(file -> file.lose(failed)));
      }
    }
  }
}
