package io.okapifs.hdfs.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A child JVM, with the jars of Apache Hadoop as Maven Central has them or with ours. It answers a
 * line on its input with a line that begins with {@value #REPLY}.
 */
public final class ChildJvm implements AutoCloseable {

  static final String REPLY = "reply: ";
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  private final Process process;
  private final Path log;
  private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();

  private ChildJvm(
      String classPath, Path log, List<String> options, String main, String... arguments)
      throws IOException {
    this.log = log;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "--add-opens=java.base/java.lang=ALL-UNNAMED"));
    // It lives for seconds, on a machine that has other work.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(List.of(arguments));
    process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
    Thread reader = new Thread(this::collectReplies, "replies of " + main);
    reader.setDaemon(true);
    reader.start();
  }

  /** A process that knows nothing of this project. */
  public static ChildJvm stock(Path log, String main, String... arguments) throws IOException {
    return new ChildJvm(stockClassPath(), log, List.of(), main, arguments);
  }

  /** A process with the class path of this JVM. */
  public static ChildJvm woven(Path log, String main, String... arguments) throws IOException {
    return woven(log, List.of(), main, arguments);
  }

  /** As above, with options of the JVM. */
  public static ChildJvm woven(Path log, List<String> options, String main, String... arguments)
      throws IOException {
    return new ChildJvm(CLASS_PATH, log, options, main, arguments);
  }

  /** This JVM's libraries without ours, and the unwoven twins that the build put aside. */
  private static String stockClassPath() throws IOException {
    Path tests = Path.of(System.getProperty("user.dir"), "target", "test-classes");
    List<String> entries = new ArrayList<>(List.of(tests.toString()));
    try (Stream<Path> twins = Files.list(tests.resolveSibling("stock-jars"))) {
      twins.map(Path::toString).forEach(entries::add);
    }
    assertThat(entries).as("test classes and two stock jars").hasSize(3);
    Stream.of(CLASS_PATH.split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar"))
        .filter(entry -> !Path.of(entry).getFileName().toString().contains("okapi"))
        .forEach(entries::add);
    return entries.stream().collect(Collectors.joining(File.pathSeparator));
  }

  private void collectReplies() {
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith(REPLY)) {
          replies.add(line.substring(REPLY.length()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The answer to a line. */
  public String ask(String line, Duration limit) throws Exception {
    process.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
    String reply = replies.poll(limit.toSeconds(), TimeUnit.SECONDS);
    assertThat(reply).as("answer to '%s' within %s; log:%n%s", line, limit, log()).isNotNull();
    return reply;
  }

  /** The exit code of a process that ends by itself. */
  public int awaitExit(Duration limit) throws Exception {
    assertThat(process.waitFor(limit.toSeconds(), TimeUnit.SECONDS))
        .as("ended within %s; log:%n%s", limit, log()).isTrue();
    return process.exitValue();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** What the process has logged so far. */
  public String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the process. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
