package io.okapifs.hdfs.diff;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What we add to the NameNode is in rooms, and a room knows only those below it. */
final class NameNodeRoomsTest {

  private static final String NAME_NODE = "io.okapifs.hdfs.namenode";

  /** The lowest one first. */
  private static final List<String> ROOMS =
      List.of(
          "fix", "file", "journal", "health", "placement", "repair", "transition", "scrub",
          "lease", "allocate", "ops");

  private static JavaClasses ours;

  @BeforeAll
  static void readOurClasses() {
    ours = new ClassFileImporter().importPackages("io.okapifs.hdfs");
  }

  static List<String> rooms() {
    return ROOMS;
  }

  private static String packageOf(String room) {
    return NAME_NODE + "." + room + "..";
  }

  private static ArchRule knowsOnlyThoseBelow(String room) {
    String[] above =
        IntStream.range(ROOMS.indexOf(room) + 1, ROOMS.size())
            .mapToObj(i -> packageOf(ROOMS.get(i)))
            .toArray(String[]::new);
    return noClasses().that().resideInAPackage(packageOf(room))
        .should().dependOnClassesThat(resideInAnyPackage(above));
  }

  @ParameterizedTest
  @MethodSource("rooms")
  void aRoomKnowsOnlyThoseBelowIt(String room) {
    assertThat(ours.that(resideInAnyPackage(packageOf(room)))).isNotEmpty();
    if (!room.equals("ops")) {
      knowsOnlyThoseBelow(room).check(ours);
    }
  }

  @Test
  void whatAllRoomsShareKnowsNoRoom() {
    noClasses().that().resideInAPackage(NAME_NODE)
        .should().dependOnClassesThat().resideInAPackage(NAME_NODE + ".*..")
        .check(ours);
  }

  @Test
  void thereIsNoOtherRoom() {
    assertThat(ours.that(resideInAnyPackage(NAME_NODE + ".*..")))
        .allSatisfy(
            type ->
                assertThat(ROOMS)
                    .contains(type.getPackageName().substring(NAME_NODE.length() + 1)));
  }

  @Test
  void aRuleThatIsBrokenRings() {
    ArchRule repairKnowsNoHealth =
        noClasses().that().resideInAPackage(packageOf("repair"))
            .should().dependOnClassesThat().resideInAPackage(packageOf("health"));
    assertThatThrownBy(() -> repairKnowsNoHealth.check(ours))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("GroupHealth");
  }
}
