package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Packages of ours do not need each other in a circle. Aspects are doors and may know whom they like. */
final class PackageCirclesTest {

  private static final String CANARIES = PackageCirclesTest.class.getPackageName() + ".canary";

  /** Packages that can be reached from themselves, as pairs. */
  private static Set<String> circles(Iterable<JavaClass> classes) {
    Map<String, Set<String>> needs = new TreeMap<>();
    for (JavaClass type : classes) {
      if (!OurClasses.isAspect(type)) {
        type.getDirectDependenciesFromSelf().stream()
            .map(Dependency::getTargetClass)
            .filter(OurClasses::isOurs)
            .filter(target -> !OurClasses.isAspect(target))
            .map(JavaClass::getPackageName)
            .filter(target -> !target.equals(type.getPackageName()))
            .forEach(
                target ->
                    needs.computeIfAbsent(type.getPackageName(), name -> new TreeSet<>())
                        .add(target));
      }
    }
    Set<String> circles = new TreeSet<>();
    for (String from : needs.keySet()) {
      for (String to : reached(from, needs)) {
        if (from.compareTo(to) < 0 && reached(to, needs).contains(from)) {
          circles.add(from + " and " + to);
        }
      }
    }
    return circles;
  }

  private static Set<String> reached(String from, Map<String, Set<String>> needs) {
    Set<String> reached = new TreeSet<>();
    Deque<String> next = new ArrayDeque<>(needs.getOrDefault(from, Set.of()));
    while (!next.isEmpty()) {
      String name = next.pop();
      if (reached.add(name)) {
        next.addAll(needs.getOrDefault(name, Set.of()));
      }
    }
    return reached;
  }

  @Test
  void packagesAreFreeOfCircles() {
    assertThat(OurClasses.beside(circles(OurClasses.ours()), "package-circles.txt"))
        .as("pairs of packages that need each other, by others or directly").isEmpty();
  }

  @Test
  void aCircleRings() {
    Iterable<JavaClass> canaries = new ClassFileImporter().importPackages(CANARIES);
    assertThat(circles(canaries)).containsExactly(CANARIES + ".a and " + CANARIES + ".b");
  }
}
