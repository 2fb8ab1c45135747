package io.okapifs.bench.testbed;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** When DataNodes took up repairs, and when replicas were final, by their logs. */
public final class RepairLog {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");
  private static final int TIME_CHARS = 23;

  /** Said when a command of the NameNode arrives. */
  private static final String TASK = "DatanodeCommand action: DNA_ERASURE_CODING_RECOVERY";

  /** Said when a replica that a DataNode sent is final. */
  private static final Pattern FINAL =
      Pattern.compile("Received \\S+:blk_(-?\\d+)_\\d+ src: \\S+ dest: \\S+ of size \\d+$");

  /**
   * From the first task to the last replica.
   *
   * @param replicas that became final
   */
  public record Repair(long beginMillis, long endMillis, int replicas) {

    public double seconds() {
      return (endMillis - beginMillis) / 1e3;
    }
  }

  /** A replica that became final. */
  private record Replica(long blockId, long millis) {}

  private final List<Path> logs;
  private final long[] marks;

  /**
   * @param logs of all DataNodes
   */
  public RepairLog(List<Path> logs) {
    this.logs = logs;
    this.marks = new long[logs.size()];
  }

  /** Looks at nothing that was said before. */
  public void mark() throws IOException {
    for (int i = 0; i < marks.length; i++) {
      marks[i] = Files.size(logs.get(i));
    }
  }

  /** The repair since the mark of one block; null while its end was not said. */
  public Repair ofBlock(long blockId) throws IOException {
    return of(finals().stream().filter(replica -> replica.blockId() == blockId).toList());
  }

  /** All repairs since the mark; null while none has ended. */
  public Repair ofAll() throws IOException {
    return of(finals());
  }

  private Repair of(List<Replica> finals) throws IOException {
    OptionalLong end = finals.stream().mapToLong(Replica::millis).max();
    OptionalLong begin =
        news().stream().filter(line -> line.endsWith(TASK)).mapToLong(RepairLog::millis).min();
    return end.isEmpty() || begin.isEmpty()
        ? null
        : new Repair(begin.getAsLong(), end.getAsLong(), finals.size());
  }

  private List<Replica> finals() throws IOException {
    List<Replica> finals = new ArrayList<>();
    for (String line : news()) {
      Matcher matcher = FINAL.matcher(line);
      if (matcher.find()) {
        finals.add(new Replica(Long.parseLong(matcher.group(1)), millis(line)));
      }
    }
    return finals;
  }

  private List<String> news() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < marks.length; i++) {
      try (RandomAccessFile log = new RandomAccessFile(logs.get(i).toFile(), "r")) {
        byte[] bytes = new byte[Math.toIntExact(log.length() - marks[i])];
        log.seek(marks[i]);
        log.readFully(bytes);
        lines.addAll(new String(bytes, StandardCharsets.UTF_8).lines().toList());
      }
    }
    return lines;
  }

  private static long millis(String line) {
    return LocalDateTime.parse(line.substring(0, TIME_CHARS), TIME)
        .toInstant(ZoneOffset.UTC).toEpochMilli();
  }
}
