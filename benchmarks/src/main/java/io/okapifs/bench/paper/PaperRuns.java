package io.okapifs.bench.paper;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs commands of bench, each in a JVM like this one, and keeps what they print. A file has
 * another name until its run has ended well; a run that has ended is not repeated.
 */
public final class PaperRuns {
  private static final String MAIN = "io.okapifs.bench.Bench";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final Path root;

  /**
   * Makes the folder where it is not there.
   *
   * @param root of the sources, whose commit is written into every file
   */
  public PaperRuns(Path folder, Path root) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.root = root;
  }

  /** Each run once, in the order in which rows ask for them. */
  public static List<BenchRun> of(List<Row> rows) {
    return rows.stream().flatMap(row -> row.source().runs().stream()).distinct().toList();
  }

  /** Whether its file is there. */
  public boolean isDone(BenchRun run) {
    return Files.exists(folder.resolve(run.file()));
  }

  /**
   * Runs it to its end.
   *
   * @param more further arguments
   * @return the exit code; with another one than 0 the lines stay in a file that is marked
   */
  public int run(BenchRun run, List<String> more) throws IOException, InterruptedException {
    Path partial = folder.resolve(run.file() + KeptResults.PARTIAL);
    List<String> arguments = new ArrayList<>(run.words());
    arguments.addAll(more);
    Map<String, Object> environment = Environment.now(root);
    environment.put("command", "bin/bench " + String.join(" ", arguments));
    Files.writeString(partial, JSON.writeValueAsString(environment) + "\n");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:MaxDirectMemorySize=4g",
                "-Dokapi.bench.target=" + System.getProperty("okapi.bench.target"),
                "-cp", System.getProperty("java.class.path"), MAIN));
    command.addAll(arguments);
    int exit =
        waitFor(
            new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(partial.toFile()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    if (exit == 0) {
      Files.move(partial, folder.resolve(run.file()), StandardCopyOption.ATOMIC_MOVE);
    }
    return exit;
  }

  /** A run does not outlive the command that started it. */
  private static int waitFor(Process process) throws InterruptedException {
    Thread end = new Thread(process::destroy, "end of " + MAIN);
    Runtime.getRuntime().addShutdownHook(end);
    int exit = process.waitFor();
    Runtime.getRuntime().removeShutdownHook(end);
    return exit;
  }
}
