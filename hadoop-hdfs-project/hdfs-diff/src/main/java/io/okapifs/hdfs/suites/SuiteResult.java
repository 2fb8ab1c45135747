package io.okapifs.hdfs.suites;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * How one of upstream's test classes ended.
 *
 * @param suite its name below {@code org.apache.hadoop}
 * @param executedCount test cases that ran, skipped ones left out
 * @param seconds how long it took
 * @param failed names of the cases that failed as often as they were repeated
 * @param flaky names of the cases that failed and passed when repeated
 */
record SuiteResult(
    String suite, int executedCount, int seconds, Set<String> failed, Set<String> flaky) {

  static final String PREFIX = "org.apache.hadoop.";
  private static final int COLUMNS = 5;
  private static final String NONE = "-";
  private static final String SEPARATOR = "; ";

  /** Stands for a case without a name: what runs before all others of the class failed. */
  private static final String WHOLE_CLASS = "(class)";

  SuiteResult {
    failed = new TreeSet<>(failed);
    flaky = new TreeSet<>(flaky);
  }

  /** Reads {@code CLASS | EXECUTED | SECONDS | FAILED | FLAKY}; a dash stands for no case. */
  static SuiteResult parse(String line) {
    List<String> columns = Suite.columnsOf(line);
    if (columns.size() != COLUMNS) {
      throw new IllegalArgumentException("not a line of a result: line=" + line);
    }
    return new SuiteResult(
        columns.get(0), Integer.parseInt(columns.get(1)), Integer.parseInt(columns.get(2)),
        names(columns.get(3)), names(columns.get(4)));
  }

  private static Set<String> names(String column) {
    return column.equals(NONE) ? Set.of() : Set.of(column.split(SEPARATOR));
  }

  String toLine() {
    return String.join(
        " | ", suite, String.valueOf(executedCount), String.valueOf(seconds), text(failed),
        text(flaky));
  }

  private static String text(Set<String> names) {
    return names.isEmpty() ? NONE : String.join(SEPARATOR, names);
  }

  /** Reads a report of Surefire, which has an element for each time that a case failed. */
  static SuiteResult read(Path report) throws IOException {
    Element suite = parseXml(report);
    Set<String> failed = new TreeSet<>();
    Set<String> flaky = new TreeSet<>();
    int executedCount = 0;
    double secondsOfCases = 0;
    for (Element testCase : children(suite, "testcase")) {
      executedCount += children(testCase, "skipped").isEmpty() ? 1 : 0;
      secondsOfCases += secondsOf(testCase);
      String name = nameOf(testCase);
      if (hasAny(testCase, "failure", "error")) {
        failed.add(name);
      } else if (hasAny(testCase, "flakyFailure", "flakyError")) {
        flaky.add(name);
      }
    }
    String name = suite.getAttribute("name");
    // The suite's own time is that of its last repetition.
    double seconds = Math.max(secondsOf(suite), secondsOfCases);
    return new SuiteResult(
        name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name,
        executedCount,
        Math.toIntExact(Math.round(seconds)),
        failed,
        flaky);
  }

  /** Without the signs that separate columns and names here. */
  private static String nameOf(Element testCase) {
    String name = testCase.getAttribute("name").replace('|', '/').replace(';', ',');
    return name.isBlank() ? WHOLE_CLASS : name;
  }

  private static double secondsOf(Element element) {
    String time = element.getAttribute("time").replace(",", "");
    return time.isEmpty() ? 0 : Double.parseDouble(time);
  }

  private static Element parseXml(Path file) throws IOException {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(file.toFile())
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("not a report of Surefire: file=" + file, e);
    }
  }

  private static boolean hasAny(Element parent, String... names) {
    for (String name : names) {
      if (!children(parent, name).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static List<Element> children(Element parent, String name) {
    List<Element> children = new ArrayList<>();
    NodeList nodes = parent.getChildNodes();
    for (int i = 0; i < nodes.getLength(); i++) {
      Node node = nodes.item(i);
      if (node.getNodeName().equals(name)) {
        children.add((Element) node);
      }
    }
    return children;
  }

  /** Cases that failed at least once. */
  Set<String> everFailed() {
    Set<String> names = new TreeSet<>(failed);
    names.addAll(flaky);
    return names;
  }
}
