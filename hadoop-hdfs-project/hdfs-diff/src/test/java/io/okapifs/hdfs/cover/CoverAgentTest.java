package io.okapifs.hdfs.cover;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.diff.Lock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JVMs of their own, with the agent. */
final class CoverAgentTest {

  private static final String POINT =
      "ErasureCodingPolicyManagerAspect.byName@ErasureCodingPolicyManager.getByName";

  @TempDir private Path folder;

  /** What the JVMs of these tests run. */
  static final class Looker {

    private Looker() {}

    /** Executes one join point twice; ends without a shutdown if there is an argument. */
    public static void main(String[] arguments) throws IOException {
      ErasureCodingPolicyManager policies = ErasureCodingPolicyManager.getInstance();
      policies.init(new Configuration());
      Thread.currentThread().interrupt();
      policies.getByName("RS-6-3-1024k");
      policies.getByName("RS-3-2-1024k");
      if (arguments.length > 0) {
        Runtime.getRuntime().halt(0);
      }
    }
  }

  @Test
  void aJoinPointIsNotedOnce() throws Exception {
    assertThat(notesOf()).containsOnlyOnce(POINT).doesNotHaveDuplicates();
  }

  @Test
  void aJvmThatIsKilledHasNotedWhatItExecuted() throws Exception {
    assertThat(notesOf("halt")).contains(POINT);
  }

  private List<String> notesOf(String... arguments) throws Exception {
    Path root = Path.of(System.getProperty("okapi.rootFolder"));
    Path copies = folder.resolve("copies");
    NotingClasses.write(Lock.readAll(root), copies);
    Path agent = folder.resolve("agent.jar");
    CoverAgent.writeJar(agent);
    Path notes = folder.resolve("notes");
    List<String> command =
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-javaagent:" + agent + "=" + copies + "," + notes,
                    "-cp", System.getProperty("java.class.path"), Looker.class.getName()),
                Stream.of(arguments))
            .toList();
    Process jvm = new ProcessBuilder(command).inheritIO().start();
    try {
      assertThat(jvm.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(jvm.exitValue()).isZero();
    } finally {
      jvm.destroyForcibly();
    }
    return Files.readAllLines(notes);
  }
}
