package io.okapifs.bench.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.bench.driver.ChildLoop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A JVM that works when it is told to. Used by one thread. */
public final class ChildJvm implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long EXIT_SECONDS_MAX = 60;
  private static final double NANOS_PER_SECOND = 1e9;

  /** What tests add to the options of every child; whoever measures sets none. */
  private static final String OPTIONS = System.getProperty("okapi.bench.child-options", "");

  private final String name;
  private final Process process;
  private final PrintStream commands;
  private final BufferedReader answers;

  /**
   * Starts it.
   *
   * @param main class that runs a {@link ChildLoop}
   * @param folder for what it writes
   */
  public ChildJvm(Jars jars, Class<?> main, Path folder, String... jvmOptions)
      throws IOException {
    this(List.of(), jars, main, folder, jvmOptions);
  }

  /** Starts it on some processors alone. */
  public static ChildJvm on(
      Processors processors, Jars jars, Class<?> main, Path folder, String... jvmOptions)
      throws IOException {
    return new ChildJvm(processors.command(), jars, main, folder, jvmOptions);
  }

  private ChildJvm(
      List<String> runner, Jars jars, Class<?> main, Path folder, String... jvmOptions)
      throws IOException {
    name = main.getSimpleName() + " on " + jars;
    List<String> command = new ArrayList<>(runner);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    command.add("--add-opens=java.base/java.util=ALL-UNNAMED");
    command.add("-Djdk.attach.allowAttachSelf=true");
    command.add("-Dhdfs.minidfs.basedir=" + folder);
    command.add("-Dtest.build.data=" + folder);
    command.addAll(List.of(jvmOptions));
    Stream.of(OPTIONS.split(" ")).filter(option -> !option.isEmpty()).forEach(command::add);
    command.addAll(List.of("-cp", jars.classPath(), main.getName()));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    answers =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Sends a command and waits for its answer. */
  public JsonNode ask(Object... words) throws IOException {
    List<String> texts = new ArrayList<>();
    for (Object word : words) {
      texts.add(word.toString());
    }
    commands.println(String.join(" ", texts));
    String line;
    while ((line = answers.readLine()) != null) {
      if (line.startsWith(ChildLoop.MARKER)) {
        JsonNode answer = JSON.readTree(line.substring(ChildLoop.MARKER.length()));
        if (answer.has(ChildLoop.ERROR)) {
          throw new IOException(name + ": " + answer.get(ChildLoop.ERROR).asText());
        }
        return answer;
      }
      System.err.println(line);
    }
    throw new IOException(name + " ended before it answered: command=" + texts);
  }

  /** Processor time that it has taken since it began. */
  public double cpuSeconds() {
    return process.toHandle().info().totalCpuDuration().orElseThrow().toNanos() / NANOS_PER_SECOND;
  }

  /** Lets it end by itself and makes sure of it. */
  @Override
  public void close() {
    commands.close();
    try {
      if (!process.waitFor(EXIT_SECONDS_MAX, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
