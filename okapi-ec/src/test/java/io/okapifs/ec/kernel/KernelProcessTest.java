package io.okapifs.ec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a process does that has the library or not, with each of the properties. */
class KernelProcessTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  /** Everything that {@link KernelProbe} prints in a JVM with these options. */
  private static String probe(String classPath, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classPath, KernelProbe.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return text + "exit=" + process.waitFor();
  }

  /** The class path without the module that holds the library. */
  private static String withoutLibrary() {
    String folder = File.separator + Path.of("native", "target") + File.separator;
    return Stream.of(CLASS_PATH.split(File.pathSeparator))
        .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("okapi-native"))
        .filter(entry -> !entry.contains(folder))
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  void theJvmFindsNoFaultInTheNativeCalls() throws Exception {
    NativeHere.orSkip();
    assertThat(probe(CLASS_PATH, "-Xcheck:jni"))
        .contains("kernel=" + NativeHere.orSkip().name(), "done", "exit=0")
        .doesNotContain("WARNING", "FATAL");
  }

  @Test
  void withoutALibraryTheReasonIsLoggedOnceAndJavaIsUsed() throws Exception {
    assertThat(probe(withoutLibrary()))
        .containsOnlyOnce("no native kernel, the Java kernel is used: this build has no library")
        .contains("kernel=java", "done", "exit=0");
  }

  @Test
  void forcingTheNativeKernelWithoutALibraryEndsTheProcessWithTheReason() throws Exception {
    assertThat(probe(withoutLibrary(), "-Dio.okapifs.ec.kernel=native"))
        .contains("kernel not available: io.okapifs.ec.kernel=native, available=[java], reason=")
        .contains("this build has no library", "exit=1");
  }

  @Test
  void aNamedLibraryThatIsMissingEndsTheProcessWithTheReason() throws Exception {
    assertThat(probe(CLASS_PATH, "-Dio.okapifs.native.path=/nowhere/lib.so"))
        .contains("no native kernel: cannot link the library", "/nowhere/lib.so", "exit=1");
  }

  @Test
  void aTemporaryFolderThatCannotBeUsedIsAReasonToUseJava() throws Exception {
    NativeHere.orSkip();
    assertThat(probe(CLASS_PATH, "-Djava.io.tmpdir=/nowhere"))
        .containsOnlyOnce("the Java kernel is used: cannot extract the library: ")
        .contains("kernel=java", "exit=0");
  }

  @Test
  void forcingTheJavaKernelAsksForNoLibraryAndLogsNothing() throws Exception {
    String text =
        probe(
            CLASS_PATH,
            "-Dio.okapifs.ec.kernel=java", "-Dio.okapifs.native.path=/nowhere/lib.so");
    assertThat(text).contains("kernel=java", "exit=0").doesNotContain("native");
  }
}
