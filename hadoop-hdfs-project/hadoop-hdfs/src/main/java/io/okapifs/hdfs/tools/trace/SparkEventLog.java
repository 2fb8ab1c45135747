package io.okapifs.hdfs.tools.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.hdfs.trace.TracedRead;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.DFSUtil;

/**
 * What tasks of a Spark application read, by its event log: a file of JSON, an object a line. A log
 * tells how many bytes each task read, and which directories a query scans. It tells neither files
 * nor offsets, nor whether a task made one read or many. So each task that read records is one
 * read here, from the start of a file of just its bytes. Used by one thread.
 */
public final class SparkEventLog {

  private static final int MOST_READS = 2_000_000;
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Pattern LOCATIONS = Pattern.compile("\\[(.*)]");

  /** What is elsewhere keeps its scheme, and is below no path. */
  private static final Pattern SCHEME = Pattern.compile("^(hdfs|viewfs|webhdfs|swebhdfs)://[^/]*");

  private final List<String> tops;
  private final Map<Integer, Long> queryOfStage = new HashMap<>();
  private final Map<Long, Set<String>> scansOfQuery = new HashMap<>();
  private final List<TracedRead> reads = new ArrayList<>();
  private long elsewhere;

  private SparkEventLog(List<String> tops) {
    this.tops = tops;
  }

  /**
   * Reads a log.
   *
   * @param tops paths that reads are wanted of: those of queries that scan nothing in or below
   *     them are left out, those of which the log tells no place are kept
   * @return at least one, each of one of these paths
   * @throws IOException with the number of the first line that is no event
   */
  public static List<TracedRead> of(Path file, List<String> tops) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(
          file + " is a directory; a rolled event log has files below it: put them together");
    }
    SparkEventLog log = new SparkEventLog(tops);
    int number = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        log.add(line);
      }
    } catch (NoSuchFileException e) {
      throw new IOException("no event log " + file + " on this machine", e);
    } catch (AccessDeniedException e) {
      throw new IOException("this user may not read the event log " + file, e);
    } catch (CharacterCodingException e) {
      throw new IOException(file + " is no event log of JSON; is it compressed?", e);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new IOException(
          file + ", line " + number + ": no event of Spark: " + e.getMessage().lines().findFirst()
              .orElse(""), e);
    }
    return log.checked(file);
  }

  private List<TracedRead> checked(Path file) throws IOException {
    if (reads.isEmpty()) {
      throw new IOException(
          file + " has no task that read of " + String.join(", ", tops)
              + (elsewhere == 0 ? "" : "; tasks that read elsewhere: " + elsewhere));
    }
    return reads;
  }

  private void add(String line) throws IOException {
    if (!line.startsWith("{")) {
      throw new IllegalArgumentException("a line is not an object");
    }
    // Most other events are large, and of no use here.
    if (line.contains("\"SparkListenerTaskEnd\"")) {
      addTask(MAPPER.readTree(line));
    } else if (line.contains("\"SparkListenerJobStart\"")) {
      addJob(MAPPER.readTree(line));
    } else if (line.contains("\"sparkPlanInfo\"")) {
      JsonNode event = MAPPER.readTree(line);
      addScans(
          event.path("sparkPlanInfo"),
          scansOfQuery.computeIfAbsent(
              event.path("executionId").asLong(), id -> new HashSet<>()));
    }
  }

  private void addJob(JsonNode event) {
    JsonNode query = event.at("/Properties/spark.sql.execution.id");
    if (!query.isMissingNode()) {
      event.path("Stage IDs").forEach(
          stage -> queryOfStage.put(stage.asInt(), query.asLong()));
    }
  }

  private void addScans(JsonNode plan, Set<String> scans) {
    Matcher locations = LOCATIONS.matcher(plan.at("/metadata/Location").asText());
    if (locations.find()) {
      Stream.of(locations.group(1).split(", "))
          // Where a query scans many, the rest may be anywhere.
          .map(place -> place.equals("...") ? "" : SCHEME.matcher(place).replaceFirst(""))
          .forEach(scans::add);
    }
    plan.path("children").forEach(child -> addScans(child, scans));
  }

  private void addTask(JsonNode event) throws IOException {
    JsonNode input = event.at("/Task Metrics/Input Metrics");
    long bytes = input.path("Bytes Read").asLong();
    // A task without a record has looked into footers, and found that its part has no row group.
    if (bytes <= 0 || input.path("Records Read").asLong() == 0
        || !event.at("/Task End Reason/Reason").asText().equals("Success")) {
      return;
    }
    Set<String> scans =
        scansOfQuery.getOrDefault(queryOfStage.get(event.path("Stage ID").asInt()), Set.of());
    String top = top(scans);
    if (top == null) {
      elsewhere++;
      return;
    }
    if (reads.size() == MOST_READS) {
      throw new IOException(
          "an event log of more than " + MOST_READS + " tasks that read: give a part of it");
    }
    long time = Math.max(0, event.at("/Task Info/Launch Time").asLong());
    reads.add(new TracedRead(time, top, bytes, 0, bytes));
  }

  /** A path that a query may have read of; null where it did not. */
  private String top(Set<String> scans) {
    return tops.stream()
        .filter(top -> scans.isEmpty() || scans.stream().anyMatch(scan -> meet(scan, top)))
        .findFirst().orElse(null);
  }

  /** Whether one lies in or below the other. */
  private static boolean meet(String scan, String top) {
    return DFSUtil.isParentEntry(scan, top) || DFSUtil.isParentEntry(top, scan);
  }
}
