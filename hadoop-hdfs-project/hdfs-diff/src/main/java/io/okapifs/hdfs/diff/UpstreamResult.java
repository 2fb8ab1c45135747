package io.okapifs.hdfs.diff;

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
 * @param testClass its full name
 * @param executedCount test cases that ran, skipped ones left out
 * @param failed names of the cases that failed, and failed again when repeated
 */
record UpstreamResult(String testClass, int executedCount, Set<String> failed) {

  private static final String NONE = "-";

  UpstreamResult {
    failed = new TreeSet<>(failed);
  }

  /** Reads {@code class executedCount failed,failed}; a dash stands for no failed case. */
  static UpstreamResult parse(String line) {
    String[] columns = line.split(" ");
    if (columns.length != 3) {
      throw new IllegalArgumentException("not a line of the baseline: line=" + line);
    }
    Set<String> failed = columns[2].equals(NONE) ? Set.of() : Set.of(columns[2].split(","));
    return new UpstreamResult(columns[0], Integer.parseInt(columns[1]), failed);
  }

  String toLine() {
    String names = failed.isEmpty() ? NONE : String.join(",", failed);
    return testClass + " " + executedCount + " " + names;
  }

  /** Reads a report of Surefire, in which a case that passed when repeated has no failure. */
  static UpstreamResult read(Path report) throws IOException {
    Element suite = parseXml(report);
    NodeList cases = suite.getElementsByTagName("testcase");
    Set<String> failed = new TreeSet<>();
    int executedCount = 0;
    for (int i = 0; i < cases.getLength(); i++) {
      Element testCase = (Element) cases.item(i);
      executedCount += hasChild(testCase, "skipped") ? 0 : 1;
      if (hasChild(testCase, "failure") || hasChild(testCase, "error")) {
        failed.add(testCase.getAttribute("name"));
      }
    }
    return new UpstreamResult(suite.getAttribute("name"), executedCount, failed);
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

  private static boolean hasChild(Element parent, String name) {
    for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child.getNodeName().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** What {@code now} does worse than this result; empty if nothing. */
  List<String> worseIn(UpstreamResult now) {
    List<String> worse = new ArrayList<>();
    if (now.executedCount < executedCount) {
      worse.add(
          "%s ran fewer cases than on the stock jars: executedCount=%d, stock=%d"
              .formatted(testClass, now.executedCount, executedCount));
    }
    for (String name : now.failed) {
      if (!failed.contains(name)) {
        worse.add("%s.%s fails, but not on the stock jars".formatted(testClass, name));
      }
    }
    return worse;
  }
}
