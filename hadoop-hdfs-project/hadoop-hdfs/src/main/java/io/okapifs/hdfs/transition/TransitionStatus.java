package io.okapifs.hdfs.transition;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How far the transition of one file is. An immutable value.
 *
 * @param step as the records have it; {@link TransitionRecord.Step#ABORTED} of one that was given
 *     up
 * @param paused whether it rests
 * @param from name of the policy that the file has
 * @param to name of the policy that it shall have
 * @param ready new parity groups from the first one on that are ready
 * @param groups all of them; 0 while it waits
 * @param groupsPerMinute that have become ready since this NameNode looks; 0 where it cannot tell
 * @param retries groups that had to be given to DataNodes again
 * @param why it was given up; empty otherwise
 * @param path of the file
 */
public record TransitionStatus(
    TransitionRecord.Step step, boolean paused, String from, String to, long ready, long groups,
    double groupsPerMinute, long retries, String why, String path) {

  private static final String SEPARATOR = "\t";
  private static final int FIELDS = 10;

  /** Seconds that are left at this rate; -1 where nobody can tell. */
  public long secondsLeft() {
    return groupsPerMinute > 0 ? Math.round((groups - ready) / groupsPerMinute * 60) : -1;
  }

  /** The fields with tabs between them; the path comes last and may contain any character. */
  private String toText() {
    return Stream.of(
            step, paused, from, to, ready, groups, groupsPerMinute, retries,
            why.replace('\t', ' ').replace('\0', ' '), path)
        .map(Object::toString)
        .collect(Collectors.joining(SEPARATOR));
  }

  /** As the value of an extended attribute; paths have no character of number 0. */
  public static byte[] toValue(List<TransitionStatus> all) {
    return all.stream()
        .map(TransitionStatus::toText)
        .collect(Collectors.joining("\0"))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** What {@link #toValue} was made of. */
  public static List<TransitionStatus> parse(byte[] value) {
    String text = new String(value, StandardCharsets.UTF_8);
    return text.isEmpty()
        ? List.of()
        : Stream.of(text.split("\0")).map(TransitionStatus::parseOne).toList();
  }

  private static TransitionStatus parseOne(String text) {
    String[] parts = text.split(SEPARATOR, FIELDS);
    return new TransitionStatus(
        TransitionRecord.Step.valueOf(parts[0]), Boolean.parseBoolean(parts[1]), parts[2],
        parts[3], Long.parseLong(parts[4]), Long.parseLong(parts[5]),
        Double.parseDouble(parts[6]), Long.parseLong(parts[7]), parts[8], parts[9]);
  }
}
