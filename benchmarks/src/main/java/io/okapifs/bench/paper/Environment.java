package io.okapifs.bench.paper;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What results depend on: machine, load and commit, as a line of JSON has them. */
public final class Environment {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final List<String> FEATURES =
      List.of("ssse3", "avx", "avx2", "avx512f", "avx512bw", "gfni", "pclmulqdq");
  private static final int GIT_SECONDS = 10;
  private static final String UNKNOWN = "unknown";

  private Environment() {}

  /** Now, on this machine, of the code in a folder. */
  public static Map<String, Object> now(Path root) throws IOException {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("result", "environment");
    values.put("processor", cpuInfo("model name").orElse(System.getProperty("os.arch")));
    values.put("processors", Runtime.getRuntime().availableProcessors());
    values.put("features", features());
    values.put(
        "loadAverage", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    values.put("java", System.getProperty("java.vm.version"));
    values.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    values.put("commit", commit(root));
    return values;
  }

  /** Those that change which kernel codes run on. */
  private static String features() throws IOException {
    List<String> all = Arrays.asList(cpuInfo("flags").orElse("").split(" "));
    return FEATURES.stream().filter(all::contains).collect(Collectors.joining(" "));
  }

  private static Optional<String> cpuInfo(String name) throws IOException {
    if (!Files.isReadable(CPU_INFO)) {
      return Optional.empty();
    }
    return Files.readAllLines(CPU_INFO).stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst();
  }

  /** Short, with -dirty where files differ from it; an archive of ours knows none. */
  private static String commit(Path root) throws IOException {
    if (!Files.exists(root.resolve(".git"))) {
      return UNKNOWN;
    }
    try {
      Process git =
          new ProcessBuilder(
                  "git", "-C", root.toString(), "describe", "--always", "--dirty", "--exclude=*")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String answer =
          new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      boolean ended = git.waitFor(GIT_SECONDS, TimeUnit.SECONDS);
      return ended && git.exitValue() == 0 && !answer.isEmpty() ? answer : UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }
}
