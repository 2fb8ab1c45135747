package io.okapifs.ec.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where to a command prints JSON and CSV. */
final class Output {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "With --json or --csv: writes files into this folder and prints their names."
          + " No file is overwritten.")
  private Path folder;

  /** To be called before anything is computed. */
  void check(CommandSpec spec, Form form) {
    if (folder != null && form.isForPeople()) {
      throw new ParameterException(
          spec.commandLine(), "--out=" + folder + " needs --json or --csv");
    }
  }

  /**
   * Prints in a form that is not for people.
   *
   * @param name of the file with the JSON, without an ending
   * @param json what Jackson writes
   * @param tables the CSV; on standard output an empty line is between them
   */
  void print(CommandSpec spec, Form form, String name, Object json, List<Table> tables)
      throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (folder != null) {
      write(form.isJson() ? Map.of(name + ".json", text(json)) : csvByFile(tables), out);
    } else if (form.isJson()) {
      out.print(text(json));
    } else {
      out.print(tables.stream().map(Table::toCsv).collect(Collectors.joining("\n")));
    }
    out.flush();
  }

  private static String text(Object json) throws JsonProcessingException {
    return JSON.writeValueAsString(json) + "\n";
  }

  private static Map<String, String> csvByFile(List<Table> tables) {
    Map<String, String> files = new LinkedHashMap<>();
    tables.forEach(table -> files.put(table.name() + ".csv", table.toCsv()));
    return files;
  }

  private void write(Map<String, String> files, PrintWriter out) throws IOException {
    Files.createDirectories(folder);
    for (String name : files.keySet()) {
      if (Files.exists(folder.resolve(name))) {
        throw new FileAlreadyExistsException(folder.resolve(name).toString());
      }
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.writeString(path, file.getValue());
      out.println("wrote " + path);
    }
  }
}
