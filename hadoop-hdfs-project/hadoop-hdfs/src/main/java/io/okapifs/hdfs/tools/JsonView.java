package io.okapifs.hdfs.tools;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/** A report for programs: one JSON object, its components as keys. */
final class JsonView {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonView() {}

  static String render(Record report) throws JsonProcessingException {
    return MAPPER.writeValueAsString(report) + "\n";
  }
}
