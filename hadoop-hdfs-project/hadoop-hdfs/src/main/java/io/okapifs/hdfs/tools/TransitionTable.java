package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.transition.EndedTransition;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.tools.TableListing;

/** Transitions as a table, a row each, as HDFS's own commands print theirs. */
final class TransitionTable {

  private static final String[] HEADER = {
    "State", "From", "To", "Groups", "Groups/min", "Left", "Retries", "Moves", "Path"
  };

  private static final String[] HEADER_OF_ENDED = {
    "Ended", "After", "Outcome", "From", "To", "Groups", "Retries", "Moves", "Path"
  };

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  private static final int MILLIS_PER_SECOND = 1000;
  private static final int MINUTE = 60;
  private static final int HOUR = 60 * MINUTE;
  private static final int DAY = 24 * HOUR;

  private TransitionTable() {}

  /** The header and a line for each transition, without trailing blanks; or that there is none. */
  static List<String> lines(List<TransitionStatus> transitions) {
    return named(
        HEADER, transitions.stream().map(TransitionTable::cells).toList(),
        transitions.stream().map(TransitionStatus::name).toList());
  }

  /** The same of those that have ended. */
  static List<String> linesOfEnded(List<EndedTransition> ended) {
    return named(
        HEADER_OF_ENDED, ended.stream().map(TransitionTable::cells).toList(),
        ended.stream().map(each -> each.last().name()).toList());
  }

  /** With a column of names before the last one where some have one. */
  static List<String> named(String[] header, List<String[]> rows, List<String> names) {
    if (names.stream().allMatch(String::isEmpty)) {
      return lines(header, rows);
    }
    List<String[]> all = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      all.add(with(rows.get(i), names.get(i).isEmpty() ? "-" : names.get(i)));
    }
    return lines(with(header, "Name"), all);
  }

  private static String[] with(String[] cells, String name) {
    List<String> all = new ArrayList<>(List.of(cells));
    all.add(cells.length - 1, name);
    return all.toArray(String[]::new);
  }

  /** Of any rows below a header. */
  static List<String> lines(String[] header, List<String[]> rows) {
    if (rows.isEmpty()) {
      return List.of("no transitions");
    }
    TableListing table = Tables.of(header.length, header);
    rows.forEach(table::addRow);
    return Tables.lines(table);
  }

  private static String[] cells(EndedTransition ended) {
    TransitionStatus last = ended.last();
    return new String[] {
      dateOf(ended.untilMillis()),
      time(Math.max(0, ended.untilMillis() - last.sinceMillis()) / MILLIS_PER_SECOND),
      outcome(last), last.from(), last.to(),
      last.ready() + "/" + last.groups(), Long.toString(last.retries()),
      Long.toString(last.moves()), pathAndReason(last)
    };
  }

  static String outcome(TransitionStatus last) {
    return last.step() == Step.COMMITTED ? "done" : "given-up";
  }

  static String state(TransitionStatus status) {
    return status.paused() ? "paused"
        : status.step().isKept() ? status.step().name().toLowerCase(Locale.ROOT) : "given-up";
  }

  private static String pathAndReason(TransitionStatus status) {
    return status.path() + (status.why().isEmpty() ? "" : ": " + status.why());
  }

  private static String[] cells(TransitionStatus status) {
    return new String[] {
      state(status), status.from(), status.to(), status.ready() + "/" + status.groups(),
      status.groupsPerMinute() > 0
          ? String.format(Locale.ROOT, "%.1f", status.groupsPerMinute()) : "-",
      status.secondsLeft() < 0 ? "-" : time(status.secondsLeft()),
      Long.toString(status.retries()), Long.toString(status.moves()),
      pathAndReason(status)
    };
  }

  /** When something was, on the clock of this machine. */
  static String dateOf(long millis) {
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneId.systemDefault())
        .format(TIME);
  }

  /** Seconds as people say them: the two largest units. */
  static String time(long seconds) {
    if (seconds < MINUTE) {
      return seconds + "s";
    }
    if (seconds < HOUR) {
      return seconds / MINUTE + "m" + seconds % MINUTE + "s";
    }
    return seconds < DAY
        ? seconds / HOUR + "h" + seconds % HOUR / MINUTE + "m"
        : seconds / DAY + "d" + seconds % DAY / HOUR + "h";
  }
}
