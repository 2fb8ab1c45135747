package io.okapifs.bench.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The libraries of the DAIS'16 study that Debian packages, on its grid: k = 10, m = 4 (flat XOR:
 * 5), objects of 4, 16 and 64 MB, encoding, decoding, 1 to 4 missing fragments.
 */
@Command(
    name = "libraries",
    description = {
      "Other erasure coding libraries on the grid of the DAIS'16 study, through liberasurecode.",
      "benchmarks/plots/fig_libraries.py draws what --json prints."
    },
    footer = "Takes about 4 minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class Libraries implements Callable<Integer> {
  private static final String TARGET_PROPERTY = "okapi.bench.target";
  private static final Path PROGRAM =
      Path.of("..", "..", "native", "target", "library", "okapi_libraries");
  private static final double MEGA = 1e6;
  private static final int FIELDS = 7;

  @Option(names = "--runs", description = "Of each cell (default: ${DEFAULT-VALUE}).")
  private int runs = 20;

  @Option(
      names = "--size-kb",
      split = ",",
      description = "Objects, in 1000 bytes (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizesKb = List.of(4_000, 16_000, 64_000);

  @Mixin private Report report;

  @Override
  public Integer call() throws Exception {
    Path program =
        Path.of(System.getProperty(TARGET_PROPERTY, ".")).resolve(PROGRAM).normalize();
    if (!Files.isExecutable(program)) {
      report.note(
          Map.of(
              "skipped", "libraries", "reason",
              "built where liberasurecode-dev is installed: file=" + program));
      return 0;
    }
    List<String> command = new ArrayList<>(List.of(program.toString(), Integer.toString(runs)));
    sizesKb.forEach(kb -> command.add(Long.toString(kb * 1000L)));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line;
      while ((line = lines.readLine()) != null) {
        print(line.split(","));
      }
    }
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException("the program failed: status=" + status + ", command=" + command);
    }
    return 0;
  }

  private void print(String[] fields) throws JsonProcessingException {
    if (fields[0].equals("skipped")) {
      report.note(Map.of("skipped", fields[1], "reason", fields[2]));
      return;
    }
    if (fields.length != FIELDS) {
      throw new IllegalStateException("unexpected line: " + String.join(",", fields));
    }
    double bytes = Double.parseDouble(fields[1]);
    double seconds = Double.parseDouble(fields[5]);
    double deviation = Double.parseDouble(fields[6]);
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("library", fields[0]);
    values.put("object_bytes", (long) bytes);
    values.put("op", fields[2]);
    values.put("missing", Integer.parseInt(fields[3]));
    values.put("runs", Integer.parseInt(fields[4]));
    values.put("mb_per_s", bytes / seconds / MEGA);
    values.put("mb_per_s_sd", bytes / seconds / MEGA * (deviation / seconds));
    report.line(values);
  }
}
