package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaMethodReference;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.okapifs.Woven;
import io.okapifs.hdfs.diff.canary.door.AspectCanary;
import io.okapifs.hdfs.diff.canary.door.House;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What aspects call bears {@link Woven}, and nothing else does: where HDFS comes in can be listed. */
final class DoorsTest {

  private static Set<String> called(Iterable<JavaClass> classes) {
    Set<String> called = new TreeSet<>();
    stream(classes)
        .filter(OurClasses::isAspect)
        .flatMap(type -> type.getAccessesFromSelf().stream())
        .filter(access -> access instanceof JavaMethodCall || access instanceof JavaMethodReference)
        .map(access -> access.getTarget().resolveMember())
        .flatMap(Optional::stream)
        .map(JavaMember.class::cast)
        .filter(unit -> OurClasses.isOurs(unit.getOwner()) && !OurClasses.isAspect(unit.getOwner()))
        .forEach(unit -> called.add(unit.getFullName()));
    return called;
  }

  private static Stream<JavaClass> stream(Iterable<JavaClass> classes) {
    return StreamSupport.stream(classes.spliterator(), false);
  }

  private static Set<String> marked(Iterable<JavaClass> classes) {
    Set<String> marked = new TreeSet<>();
    stream(classes)
        .flatMap(type -> type.getMethods().stream())
        .filter(unit -> unit.isAnnotatedWith(Woven.class))
        .forEach(unit -> marked.add(unit.getFullName()));
    return marked;
  }

  /** Sentences, none where all doors are marked and nothing else is. */
  private static Set<String> wrong(Iterable<JavaClass> classes) {
    Set<String> called = called(classes);
    Set<String> marked = marked(classes);
    Set<String> wrong = new TreeSet<>();
    Stream.concat(called.stream(), marked.stream())
        .filter(unit -> called.contains(unit) != marked.contains(unit))
        .forEach(
            unit ->
                wrong.add(
                    (called.contains(unit) ? "an aspect calls it, not @Woven: " : "no aspect calls it: ")
                        + unit));
    return wrong;
  }

  @Test
  void everyDoorIsMarkedAndNothingElseIs() {
    assertThat(called(OurClasses.ours())).hasSizeGreaterThan(50);
    assertThat(wrong(OurClasses.ours())).isEmpty();
  }

  @Test
  void anUnmarkedDoorAndAMarkThatIsNoneRing() {
    String house = House.class.getName();
    assertThat(
            wrong(
                new ClassFileImporter()
                    .importClasses(House.class, AspectCanary.class)))
        .containsExactly(
            "an aspect calls it, not @Woven: " + house + ".unmarked()",
            "no aspect calls it: " + house + ".idle()");
  }
}
