package io.okapifs.hdfs.namenode.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The queries of the files in conf that monitoring takes. */
final class PrometheusQueries {

  private static final Path CONF =
      Path.of(System.getProperty("user.dir"), "..", "..", "conf").normalize();

  private static final Pattern RULE =
      Pattern.compile(
          "      - alert: (\\w+)\n"
              + "        expr: (.+)\n"
              + "        for: \\d+[smhd]\n"
              + "        labels:\n"
              + "          severity: (?:critical|warning)\n"
              + "        annotations:\n"
              + "          summary: \"[^\"\n]+\"\n"
              + "          description: \"[^\"\n]+\"\n");

  /** What stands between names and is none: strings, ranges, and lists of labels. */
  private static final Pattern NO_NAMES =
      Pattern.compile("\\[[^]]*]|\\b(?:by|without|on|ignoring)\\s*\\([^)]*\\)");
  private static final Pattern SELECTOR =
      Pattern.compile("\\b([a-z_][a-z0-9_]*)\\s*(\\(|\\{([^}]*)})?");
  private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");
  private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

  /** Prometheus adds it to what it fetches. */
  private static final String ADDED_LABEL = "instance";

  private PrometheusQueries() {}

  /** A metric that a query names, with the labels that it asks for. */
  record Selector(String name, Map<String, String> labels) {}

  /** Of every rule, each of which has all its parts. */
  static List<String> ofAlerts() throws IOException {
    String text = Files.readString(CONF.resolve("alerts.yml"));
    String rules = text.substring(text.indexOf("    rules:\n") + "    rules:\n".length());
    List<String> found = new ArrayList<>();
    Matcher rule = RULE.matcher(rules);
    int end = 0;
    while (rule.find()) {
      assertThat(rules.substring(end, rule.start())).as("between rules").isBlank();
      found.add(rule.group(2));
      end = rule.end();
    }
    assertThat(rules.substring(end)).as("behind the rules").isBlank();
    return found;
  }

  /** Of every panel, each of which has one at least. */
  static List<String> ofDashboard() throws IOException {
    JsonNode dashboard =
        new ObjectMapper().readTree(CONF.resolve("grafana-dashboard.json").toFile());
    List<String> found = new ArrayList<>();
    for (JsonNode panel : dashboard.withArray("panels")) {
      assertThat(panel.path("targets").size()).as(panel.path("title").asText()).isPositive();
      panel.get("targets").forEach(target -> found.add(target.get("expr").asText()));
    }
    return found;
  }

  static List<Selector> selectors(String query) {
    List<Selector> found = new ArrayList<>();
    Matcher each = SELECTOR.matcher(NO_NAMES.matcher(query).replaceAll(""));
    while (each.find()) {
      boolean isFunction = "(".equals(each.group(2));
      if (!isFunction && !WORDS.contains(each.group(1))) {
        Map<String, String> labels = new HashMap<>();
        Matcher label = LABEL.matcher(each.group(3) == null ? "" : each.group(3));
        while (label.find()) {
          labels.put(label.group(1), label.group(3));
        }
        labels.remove(ADDED_LABEL);
        found.add(new Selector(each.group(1), labels));
      }
    }
    return found;
  }
}
