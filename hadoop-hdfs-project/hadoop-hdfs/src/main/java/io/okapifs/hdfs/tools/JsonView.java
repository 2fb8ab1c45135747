package io.okapifs.hdfs.tools;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A report for programs: one JSON object, with the name and version of its schema first and the
 * components of the report as keys behind it.
 */
final class JsonView {

  static final String SCHEMA = "schema";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private JsonView() {}

  /** On several lines, for a report that stands alone. */
  static String render(Record report) throws JsonProcessingException {
    return render(report, MAPPER.writerWithDefaultPrettyPrinter());
  }

  /** On one line, for a report of which there are many. */
  static String line(Record report) throws JsonProcessingException {
    return render(report, MAPPER.writer());
  }

  private static String render(Record report, ObjectWriter writer)
      throws JsonProcessingException {
    ObjectNode object = MAPPER.createObjectNode();
    object.put(SCHEMA, JsonSchema.of(report.getClass()).toString());
    object.setAll((ObjectNode) MAPPER.valueToTree(report));
    return writer.writeValueAsString(object) + "\n";
  }
}
