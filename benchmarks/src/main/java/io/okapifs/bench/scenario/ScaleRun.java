package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** The life of some NameNodes, each event in all of them by turns, in random order. */
final class ScaleRun {

  /** What can be chosen. */
  static final List<String> EVENTS =
      List.of(
          "write", "image", "first-reports", "scan", "full-reports", "death", "maintenance",
          "decommission", "sweeps", "heap");

  private static final Map<String, String> ENDS =
      Map.of("maintenance", "end-of-maintenance", "decommission", "recommission");

  private static final String REPLICA = "replica";
  private static final String FILE = "file";

  private final List<ScaleSide> sides;
  private final Set<String> events;
  private final List<Integer> deaths;
  private final long fileBytes;
  private final Random random;
  private Map<String, ScaleRow> rows = new LinkedHashMap<>();
  private int size;
  private int files;

  /**
   * Prepares it.
   *
   * @param events those of {@link #EVENTS} that are measured
   * @param nodes DataNodes of each NameNode
   * @param deaths how many of them die, one after the other
   */
  ScaleRun(
      List<ScaleSide> sides, Set<String> events, int nodes, int deaths, long fileBytes,
      long seed) {
    this.sides = sides;
    this.events = events;
    this.fileBytes = fileBytes;
    random = new Random(seed);
    List<Integer> numbers = new ArrayList<>(IntStream.range(0, nodes).boxed().toList());
    Collections.shuffle(numbers, random);
    this.deaths = List.copyOf(numbers.subList(0, deaths));
  }

  /**
   * Lets the namespaces grow to a size, and all events happen some times.
   *
   * @return a row for each event
   */
  List<ScaleRow> grow(int to, int rounds) throws IOException {
    rows = new LinkedHashMap<>();
    size = to;
    write(rounds);
    for (int round = 0; round < rounds; round++) {
      restart();
      aboutEveryReplica();
      aboutNodes();
    }
    return List.copyOf(rows.values());
  }

  private void write(int rounds) throws IOException {
    int before = files;
    int growth = size - before;
    Map<String, Long> usedBefore = usedBytes();
    for (int round = 1; round <= rounds; round++) {
      int more = before + (int) ((long) growth * round / rounds) - files;
      files += more;
      for (ScaleSide side : shuffled()) {
        note("write", FILE, side, side.ask("write", more, fileBytes));
      }
    }
    if (events.contains("heap")) {
      weigh(usedBefore, growth);
    }
  }

  private void restart() throws IOException {
    if (!events.contains("image") && !events.contains("first-reports")) {
      return;
    }
    for (ScaleSide side : shuffled()) {
      JsonNode saved = side.ask("image-save");
      note("image", "image-save", 0, FILE, side, saved);
      note("image", "image-bytes", 0, FILE, side, bytes(saved.get("imageBytes").asLong(), files));
      note("image", "image-load", 0, FILE, side, side.ask("image-load"));
      note("first-reports", REPLICA, side, side.ask("first-reports"));
      side.ask("leave-safe-mode");
    }
  }

  private void aboutEveryReplica() throws IOException {
    for (ScaleSide side : shuffled()) {
      if (events.contains("scan")) {
        note("scan", "redundancy-scan", 0, REPLICA, side, side.ask("redundancy-scan"));
      }
      if (events.contains("full-reports")) {
        note("full-reports", REPLICA, side, side.ask("full-reports"));
      }
      if (events.contains("sweeps") && side.isOurs()) {
        note("sweeps", "placement-sweep", 0, REPLICA, side, side.ask("sweep", "placement"));
        note("sweeps", "redundancy-sweep", 0, REPLICA, side, side.ask("sweep", "redundancy"));
      }
    }
  }

  private void aboutNodes() throws IOException {
    if (events.contains("death")) {
      for (int dead = 1; dead <= deaths.size(); dead++) {
        ofNode("death", "death", dead, deaths.get(dead - 1));
      }
      for (int dead = deaths.size(); dead > 0; dead--) {
        ofNode("death", "comeback", dead, deaths.get(dead - 1));
      }
    }
    for (String chosen : new String[] {"maintenance", "decommission"}) {
      if (events.contains(chosen)) {
        ofNode(chosen, chosen, 0, deaths.get(0));
        ofNode(chosen, ENDS.get(chosen), 0, deaths.get(0));
      }
    }
  }

  private void ofNode(String chosen, String event, int dead, int node) throws IOException {
    for (ScaleSide side : shuffled()) {
      note(chosen, event, dead, REPLICA, side, side.ask(event, node));
      if (dead > 0 && side.isOurs()) {
        note(chosen, event + "-round", dead, REPLICA, side, side.ask("round", node));
      }
    }
  }

  /** Without a restart in between, which leaves some of the old NameNode in the JVM. */
  private void weigh(Map<String, Long> before, int growth) throws IOException {
    Map<String, Long> now = usedBytes();
    for (ScaleSide side : sides) {
      long grown = now.get(side.layout()) - before.get(side.layout());
      note("heap", FILE, side, bytes(grown, growth));
    }
  }

  private Map<String, Long> usedBytes() throws IOException {
    Map<String, Long> used = new LinkedHashMap<>();
    if (events.contains("heap")) {
      for (ScaleSide side : sides) {
        used.put(side.layout(), side.ask("weigh").get("usedBytes").asLong());
      }
    }
    return used;
  }

  private static JsonNode bytes(long bytes, long units) {
    return JsonNodeFactory.instance.objectNode().put("units", units).put("bytes", bytes);
  }

  private void note(String event, String unit, ScaleSide side, JsonNode answer) {
    note(event, event, 0, unit, side, answer);
  }

  private void note(
      String chosen, String event, int dead, String unit, ScaleSide side, JsonNode answer) {
    if (events.contains(chosen)) {
      rows.computeIfAbsent(event + dead, any -> new ScaleRow(event, size, dead, unit))
          .add(side.layout(), answer);
    }
  }

  private List<ScaleSide> shuffled() {
    List<ScaleSide> turns = new ArrayList<>(sides);
    Collections.shuffle(turns, random);
    return turns;
  }
}
