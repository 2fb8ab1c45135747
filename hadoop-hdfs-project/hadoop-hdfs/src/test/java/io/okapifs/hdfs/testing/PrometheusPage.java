package io.okapifs.hdfs.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What /prom of a NameNode showed.
 *
 * @param text all of it
 * @param samples its lines of values
 */
public record PrometheusPage(String text, List<Sample> samples) {

  /** What a NameNode needs to have the page. */
  public static final String SETTING = "hadoop.prometheus.endpoint.enabled=true";

  private static final Pattern LINE =
      Pattern.compile("([a-z_:][a-z0-9_:]*)\\{(.*)} (-?[0-9.eE+-]+|NaN)", Pattern.CASE_INSENSITIVE);
  private static final Pattern LABEL =
      Pattern.compile("([a-z_][a-z0-9_]*)=\"([^\"]*)\"(?:,|$)", Pattern.CASE_INSENSITIVE);

  /** A line with a value. */
  public record Sample(String name, Map<String, String> labels, double value) {}

  /** Of the first NameNode, as it is now. */
  public static PrometheusPage of(BlockFileCluster cluster) throws IOException {
    InetSocketAddress server = cluster.mini().getNameNode().getHttpAddress();
    try (InputStream in =
        URI.create("http://localhost:" + server.getPort() + "/prom").toURL().openStream()) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new PrometheusPage(
          text,
          text.lines().filter(line -> !line.startsWith("#")).map(PrometheusPage::sample).toList());
    }
  }

  private static Sample sample(String line) {
    Matcher parts = LINE.matcher(line);
    assertThat(parts.matches()).as(line).isTrue();
    Map<String, String> labels = new HashMap<>();
    Matcher label = LABEL.matcher(parts.group(2));
    int end = 0;
    while (label.find() && label.start() == end) {
      labels.put(label.group(1), label.group(2));
      end = label.end();
    }
    assertThat(end).as(line).isEqualTo(parts.group(2).length());
    return new Sample(parts.group(1), labels, Double.parseDouble(parts.group(3)));
  }

  public Set<String> names() {
    return samples.stream().map(Sample::name).collect(Collectors.toSet());
  }

  /** What a label of a metric is; empty where it has none such. */
  public Set<String> values(String name, String label) {
    return samples.stream()
        .filter(sample -> sample.name().equals(name) && sample.labels().containsKey(label))
        .map(sample -> sample.labels().get(label))
        .collect(Collectors.toSet());
  }

  /** The sum of what has a name and, among others, some labels; NaN where nothing has. */
  public double sum(String name, Map<String, String> labels) {
    return samples.stream()
        .filter(sample -> sample.name().equals(name))
        .filter(sample -> sample.labels().entrySet().containsAll(labels.entrySet()))
        .mapToDouble(Sample::value)
        .reduce(Double::sum)
        .orElse(Double.NaN);
  }
}
