package io.okapifs.hdfs.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.soak.FileCommands.Create;
import io.okapifs.hdfs.soak.FileCommands.Transition;
import io.okapifs.hdfs.soak.NameNodeCommands.Quiet;
import io.okapifs.hdfs.soak.NodeCommands.Damage;
import io.okapifs.testing.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of the soak, and that its checks see what is wrong. */
class SoakPartsTest {

  private static final long SEED = Seed.get();

  @Test
  void aProgramIsTheSameAfterItWasWrittenAndRead(@TempDir Path folder) throws Exception {
    List<Command> commands = Planner.plan(SEED, 2000);
    assertThat(Planner.plan(SEED, 2000)).as("seed %s", SEED).isEqualTo(commands);
    Path file = folder.resolve("program");
    Program.write(file, commands);
    assertThat(Program.read(file)).as("seed %s", SEED).isEqualTo(commands);
  }

  /** The rarest is drawn three times in 10,000 commands. */
  @Test
  void everyKindOfCommandIsDrawn() {
    Set<Class<?>> kinds =
        Planner.plan(SEED, 100_000).stream().map(Command::getClass).collect(Collectors.toSet());
    assertThat(kinds).as("seed %s", SEED)
        .isEqualTo(Command.types().collect(Collectors.toSet()));
  }

  @Test
  void aTextThatIsNoCommandIsRefused() {
    for (String text : new String[] {"", "Create", "Create[]", "Nothing[a=1]", "Stop[node=x]"}) {
      assertThatThrownBy(() -> Command.parse(text))
          .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("text=" + text);
    }
  }

  @Test
  void theShortestListThatFailsIsFound() throws Exception {
    List<Integer> numbers = IntStream.range(0, 300).boxed().toList();
    Shrinker<Integer> shrinker =
        new Shrinker<>(
            list -> list.containsAll(List.of(7, 8, 250)) ? upTo(250, list) : null,
            Long.MAX_VALUE / 2);
    assertThat(shrinker.shrink(numbers)).containsExactly(7, 8, 250);
    assertThat(shrinker.runs()).isLessThan(200);
  }

  private static List<Integer> upTo(int last, List<Integer> list) {
    return list.subList(0, list.indexOf(last) + 1);
  }

  @Test
  void theChecksSeeWrongBytesLeaksAndLosses() throws Exception {
    try (World world = new World(wrong -> {})) {
      // It would meet the harm before the checks do.
      world.cluster.scrub(false);
      for (Directory directory : Directory.values()) {
        new Create(directory, 0, 3 * SoakCluster.BLOCK + 5, 1).run(world);
      }
      world.checker.check();
      for (Directory directory : Directory.values()) {
        Content content = world.model.files.get(directory.file(0));
        world.model.files.put(directory.file(0), new Content(directory, 2, content.length()));
        assertThat(world.checker.wrongs()).anyMatch(line -> line.contains("is wrong on"));
        world.model.files.remove(directory.file(0));
        assertThat(world.checker.wrongs()).anyMatch(line -> line.contains("of no file"));
        world.model.files.put(directory.file(0), content);
        assertThat(world.checker.wrongs()).isEmpty();
        seesHarm(world, directory);
      }
    }
  }

  /** Of a code with sub-blocks a writer leaves full parity of a tail group, a transition compact. */
  @Test
  void parityThatIsShorterAfterATransitionIsNotWrong() throws Exception {
    Directory written = Directory.LESS2_4_2_AT_4;
    try (World world = new World(wrong -> {})) {
      new Create(written, 0, 65537, 1).run(world);
      new Quiet(true).run(world);
      assertThat(shape(world, written.file(0)).parityLengths()).containsExactly(32768L);
      new Transition(written, 0, Directory.RS_6_3_AT_2).run(world);
      new Quiet(true).run(world);
      new Transition(written, 0, Directory.LESS2_4_2_AT_1).run(world);
      new Quiet(true).run(world);
      assertThat(shape(world, written.file(0)).parityLengths()).containsExactly(17408L);
    }
  }

  private static StoredFile.Shape shape(World world, org.apache.hadoop.fs.Path file)
      throws Exception {
    return StoredFile.of(world.cluster, file, world.model.files.get(file)).shape();
  }

  @Test
  void aWrongFileIsDescribedByItsLengthWhoSaysAnotherOneAndItsBytes() {
    byte[] right = {1, 2, 3, 4};
    assertThat(Difference.of(new byte[] {1, 2}, right, "the model"))
        .isEqualTo("its file has 2 bytes and the model says 4; the first 2 bytes are right");
    assertThat(Difference.of(new byte[] {1, 9, 3, 8, 7}, right, "the NameNode"))
        .isEqualTo(
            "its file has 5 bytes and the NameNode says 4; "
                + "2 of the first 4 bytes are wrong, from byte 1 (0x09 instead of 0x02) to byte 3");
    assertThat(Difference.of(new byte[] {1, 2, -1, 4}, right, "the model"))
        .isEqualTo(
            "1 of the first 4 bytes are wrong, from byte 2 (0xff instead of 0x03) to byte 2");
  }

  private static void seesHarm(World world, Directory directory) throws Exception {
    StoredFile file =
        StoredFile.of(
            world.cluster, directory.file(0), world.model.files.get(directory.file(0)));
    Piece last = file.pieces().get(file.pieces().size() - 1);
    Disks.Found found =
        Disks.blockFiles(world.cluster, world.cluster.running()).stream()
            .filter(each -> each.block() == last.id()).findFirst().orElseThrow();
    byte[] bytes = Files.readAllBytes(found.file());
    Harm.doTo(found, Damage.FLIP_BYTE);
    assertThat(world.checker.wrongs()).anyMatch(line -> line.contains("is wrong on"));
    Files.write(found.file(), bytes);
    Path away = found.file().resolveSibling("away");
    Files.move(found.file(), away);
    assertThat(world.checker.wrongs()).anyMatch(line -> line.contains("instead of"));
    Files.move(away, found.file());
    assertThat(world.checker.wrongs()).isEmpty();
  }
}
