package io.okapifs.hdfs.tools;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/** The layout of a file for programs: one JSON object, the report's components as its keys. */
final class JsonView {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonView() {}

  static String render(FileLayoutReport report) throws JsonProcessingException {
    return MAPPER.writeValueAsString(report) + "\n";
  }
}
