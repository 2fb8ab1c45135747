package io.okapifs.hdfs.suites;

import io.okapifs.testing.OneProcessor;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Starts a JVM for one of upstream's test classes, on what the build left in the target folders.
 */
final class SuiteJvm {

  private static final Duration DUMP = Duration.ofSeconds(5);
  private static final List<String> OPTIONS =
      List.of(
          "-ea", "--add-opens=java.base/java.lang=ALL-UNNAMED", "-Xmx2g", "-XX:+UseParallelGC",
          "-XX:-UsePerfData");

  private final Path root;
  private final Path module;
  private final Path agent;
  private final Path copies;
  private final List<String> compiler;

  /**
   * @param root folder of the whole project
   * @param agent jar that notes what is executed
   * @param copies the classes that note it
   * @param compiler options for the compiler of the JVM
   */
  SuiteJvm(Path root, Path agent, Path copies, List<String> compiler) {
    this.root = root;
    this.module = root.resolve("hadoop-hdfs-project/upstream-tests");
    this.agent = agent;
    this.copies = copies;
    this.compiler = compiler;
  }

  /**
   * Runs a class, or cases of it, to the end.
   *
   * @param fork from 1 on, as many as there are at a time
   * @param files where its report, notes and log go
   * @param data an empty folder for its clusters
   * @param limit after which the stacks of all threads go to the log and the JVM ends
   */
  void run(
      int fork, SuiteMode mode, SuitePart part, SuiteFiles files, Path data, Duration limit)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command(fork, mode, part, files, data))
            .directory(module.toFile())
            .redirectErrorStream(true)
            .redirectOutput(files.log(mode, part.suite()).toFile());
    builder.environment().remove("OKAPI_FORCED_STRIPE_WIDTH");
    if (mode == SuiteMode.FORCED) {
      builder.environment().put("OKAPI_FORCED_STRIPE_WIDTH", "k-2");
    }
    Process jvm = builder.start();
    try {
      if (!jvm.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
        new ProcessBuilder("kill", "-QUIT", String.valueOf(jvm.pid())).start().waitFor();
        jvm.waitFor(DUMP.toSeconds(), TimeUnit.SECONDS);
      }
    } finally {
      jvm.destroyForcibly().waitFor();
    }
  }

  private List<String> command(
      int fork, SuiteMode mode, SuitePart part, SuiteFiles files, Path data) throws IOException {
    String suite = part.suite();
    Path fixtures = module.resolve("target/fixtures");
    List<String> command = new ArrayList<>(OneProcessor.prefix(fork));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    command.addAll(compiler);
    if (mode != SuiteMode.STOCK) {
      command.add("-javaagent:" + agent + "=" + copies + "," + files.notes(mode, suite));
    }
    command.add("-Dbasedir=" + module);
    command.add("-Djava.security.krb5.conf=" + fixtures.resolve("krb5.conf"));
    command.add("-Dtest.cache.data=" + fixtures);
    command.add("-Dtest.build.data=" + data);
    command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath(mode))));
    command.add(SuiteRunner.class.getName());
    command.addAll(
        List.of(SuiteResult.PREFIX + suite, files.report(mode, suite).toString()));
    command.addAll(part.cases());
    return command;
  }

  /** The woven helpers of the module come before those of the tests jar. */
  private List<String> classPath(SuiteMode mode) throws IOException {
    Path target = module.resolve("target");
    List<String> entries = new ArrayList<>();
    entries.add(target.resolve("test-classes").toString());
    if (mode != SuiteMode.STOCK) {
      entries.add(root.resolve("dist/target/web").toString());
    }
    if (mode == SuiteMode.FORCED) {
      entries.add(target.resolve("classes").toString());
    }
    String[] libraries =
        Files.readString(target.resolve("class-path.txt")).split(File.pathSeparator);
    Stream.of(libraries)
        .filter(entry -> mode != SuiteMode.STOCK || !Path.of(entry).startsWith(root))
        .forEach(entries::add);
    if (mode == SuiteMode.STOCK) {
      Path stock = root.resolve("hadoop-hdfs-project/hdfs-diff/target/upstream");
      entries.add(stock.resolve("hadoop-hdfs.jar").toString());
      entries.add(stock.resolve("hadoop-hdfs-client.jar").toString());
    }
    entries.add(target.resolve("fixtures").toString());
    entries.add(root.resolve("hadoop-hdfs-project/hdfs-diff/target/classes").toString());
    return entries;
  }
}
