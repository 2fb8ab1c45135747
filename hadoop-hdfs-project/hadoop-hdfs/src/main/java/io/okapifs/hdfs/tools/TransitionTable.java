package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.transition.EndedTransition;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
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
    return lines(HEADER, transitions.stream().map(TransitionTable::cells).toList());
  }

  /** The same of those that have ended. */
  static List<String> linesOfEnded(List<EndedTransition> ended) {
    return lines(HEADER_OF_ENDED, ended.stream().map(TransitionTable::cells).toList());
  }

  /** Of any rows below a header. */
  static List<String> lines(String[] header, List<String[]> rows) {
    if (rows.isEmpty()) {
      return List.of("no transitions");
    }
    TableListing.Builder builder = new TableListing.Builder();
    Stream.of(header).forEach(builder::addField);
    TableListing table = builder.build();
    rows.forEach(table::addRow);
    return table.toString().lines().map(String::stripTrailing).toList();
  }

  private static String[] cells(EndedTransition ended) {
    TransitionStatus last = ended.last();
    return new String[] {
      LocalDateTime.ofInstant(Instant.ofEpochMilli(ended.untilMillis()), ZoneId.systemDefault())
          .format(TIME),
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
