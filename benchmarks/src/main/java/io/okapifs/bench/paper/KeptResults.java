package io.okapifs.bench.paper;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Files of JSON lines that commands of bench have printed. Those of the first folder that has a
 * file are taken. Every file is read once. One thread may call it.
 */
public final class KeptResults {
  /** Behind the name of a file whose run has not ended. */
  static final String PARTIAL = ".partial";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<Path> folders;
  private final Map<String, Optional<ResultLines>> read = new HashMap<>();

  /**
   * Folders that need not exist, newer results first.
   */
  public KeptResults(List<Path> folders) {
    this.folders = List.copyOf(folders);
  }

  /**
   * The lines of a file, empty where no folder has it.
   *
   * @throws IllegalArgumentException where a line is no JSON object, naming file and line
   */
  Optional<ResultLines> lines(String file) {
    return read.computeIfAbsent(file, this::read);
  }

  /** What a run left behind that was interrupted; empty where none was. */
  Optional<Path> partial(String file) {
    return folders.stream()
        .map(folder -> folder.resolve(file + PARTIAL))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private Optional<ResultLines> read(String file) {
    return folders.stream()
        .map(folder -> folder.resolve(file))
        .filter(Files::isRegularFile)
        .findFirst()
        .map(KeptResults::read);
  }

  /**
   * Reads one file.
   *
   * @throws IllegalArgumentException where a line is no JSON object, naming file and line
   */
  public static ResultLines read(Path path) {
    List<String> text;
    try {
      text = Files.readAllLines(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read results: file=" + path, e);
    }
    List<JsonNode> lines = new ArrayList<>();
    for (int i = 0; i < text.size(); i++) {
      if (!text.get(i).isBlank()) {
        lines.add(parse(path, i + 1, text.get(i)));
      }
    }
    return new ResultLines(path.getFileName().toString(), lines);
  }

  private static JsonNode parse(Path path, int number, String text) {
    try {
      JsonNode line = JSON.readTree(text);
      if (line.isObject()) {
        return line;
      }
    } catch (JsonProcessingException e) {
      // Refused below, like all else that is no object.
    }
    throw new IllegalArgumentException(
        "a line that is no JSON object: file=" + path + ", line=" + number
            + "; keep what a command prints with --json");
  }
}
