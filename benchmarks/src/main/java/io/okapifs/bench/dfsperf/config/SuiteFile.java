package io.okapifs.bench.dfsperf.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The file of a suite, {@code conf/testsuite/SUITE.xml}: properties with a name and a value. */
public final class SuiteFile {

  private static final String NO_DOCTYPE =
      "http://apache.org/xml/features/disallow-doctype-decl";

  private SuiteFile() {}

  /**
   * Reads it.
   *
   * @return values by name, in the file's order
   * @throws IllegalArgumentException where it is not such a file
   */
  public static Map<String, String> read(Path file) throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    NodeList properties = parse(file).getElementsByTagName("property");
    for (int i = 0; i < properties.getLength(); i++) {
      Element property = (Element) properties.item(i);
      String name = only(property, "name", file);
      if (values.put(name, only(property, "value", file)) != null) {
        throw new IllegalArgumentException("a key is there twice: file=" + file + ", key=" + name);
      }
    }
    return values;
  }

  private static Element parse(Path file) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(NO_DOCTYPE, true);
      Element root =
          factory.newDocumentBuilder().parse(Files.newInputStream(file)).getDocumentElement();
      if (!root.getTagName().equals("configuration")) {
        throw new IllegalArgumentException(
            "not the file of a suite: file=" + file + ", root=" + root.getTagName()
                + ", wanted=configuration");
      }
      return root;
    } catch (SAXException e) {
      throw new IllegalArgumentException(
          "not the file of a suite: file=" + file + ", reason=" + e.getMessage(), e);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the parser of XML cannot be had", e);
    }
  }

  private static String only(Element property, String tag, Path file) {
    NodeList found = property.getElementsByTagName(tag);
    if (found.getLength() != 1) {
      throw new IllegalArgumentException(
          "a property has one name and one value: file=" + file + ", property="
              + property.getTextContent().strip().replaceAll("\\s+", " "));
    }
    return found.item(0).getTextContent().strip();
  }
}
