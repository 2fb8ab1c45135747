package io.okapifs.bench.dfsperf.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/**
 * What slaves are told. A value.
 *
 * @param suite its name
 * @param keys all of the suite's
 * @param address of the file system
 * @param conf settings of Hadoop
 * @param threads of each slave
 */
public record Assignment(
    String suite, Map<String, String> keys, String address, String workspace, int threads,
    Map<String, String> conf) {

  private static final ObjectMapper JSON = new ObjectMapper();

  String text() throws JsonProcessingException {
    return JSON.writeValueAsString(this);
  }

  static Assignment parse(String text) throws JsonProcessingException {
    return JSON.readValue(text, Assignment.class);
  }
}
