package io.okapifs.ec.adapt;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * On which days transitions begin, of which each may move so many bytes. An immutable value.
 *
 * @param entries by their turn
 */
public record Schedule(List<Entry> entries) {

  /** Day of what does not fit into any day. */
  public static final long NEVER = 0;

  /**
   * A proposal and its day.
   *
   * @param day 1 for today, or {@link #NEVER}
   */
  public record Entry(Proposal proposal, long day) {}

  public Schedule {
    entries = List.copyOf(entries);
  }

  /**
   * In turn: a day ends with the first proposal that does not fit into what is left of it.
   *
   * @param bytesPerDay empty for no limit
   * @param movedToday bytes that today takes already, of what is under way
   */
  public static Schedule of(
      List<Proposal> proposals, OptionalLong bytesPerDay, long movedToday) {
    long budget = bytesPerDay.orElse(Long.MAX_VALUE);
    long left = Math.max(0, budget - movedToday);
    long day = 1;
    List<Entry> entries = new ArrayList<>();
    for (Proposal proposal : proposals.stream().sorted(Proposal.BY_TURN).toList()) {
      long bytes = proposal.to().movedBytes();
      if (bytes > budget) {
        entries.add(new Entry(proposal, NEVER));
        continue;
      }
      if (bytes > left) {
        day++;
        left = budget;
      }
      left -= bytes;
      entries.add(new Entry(proposal, day));
    }
    return new Schedule(entries);
  }

  /** What begins today, by its turn. */
  public List<Proposal> today() {
    return entries.stream().filter(entry -> entry.day == 1).map(Entry::proposal).toList();
  }
}
