package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * A class of ours is in a package of HDFS because it must see there what others cannot: it uses
 * something that is not public, or overrides it.
 */
final class HdfsPackagesTest {

  private static boolean isOpen(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC);
  }

  private static boolean isHidden(JavaClass type) {
    return OurClasses.isUpstream(type) && !isOpen(type.getModifiers());
  }

  private static boolean usesWhatIsHidden(JavaClass type) {
    return type.getAccessesFromSelf().stream().anyMatch(HdfsPackagesTest::isOfHidden)
        || type.getDirectDependenciesFromSelf().stream()
            .map(Dependency::getTargetClass)
            .anyMatch(HdfsPackagesTest::isHidden)
        || type.getMethods().stream().anyMatch(HdfsPackagesTest::overridesWhatIsHidden);
  }

  private static boolean isOfHidden(JavaAccess<?> access) {
    return OurClasses.isUpstream(access.getTargetOwner())
        && access.getTarget().resolveMember()
            .map(member -> !isOpen(((JavaMember) member).getModifiers()))
            .orElse(false);
  }

  private static boolean overridesWhatIsHidden(JavaMethod method) {
    return method.getOwner().getAllRawSuperclasses().stream()
        .filter(OurClasses::isUpstream)
        .flatMap(parent -> parent.getMethods().stream())
        .filter(parent -> parent.getName().equals(method.getName()))
        .filter(parent -> parent.getRawParameterTypes().equals(method.getRawParameterTypes()))
        .anyMatch(parent -> !isOpen(parent.getModifiers()));
  }

  /** Names of classes with all that is in their files, but for aspects. */
  private static Set<String> withoutNeed(Iterable<JavaClass> classes) {
    TreeMap<String, Boolean> needs = new TreeMap<>();
    for (JavaClass type : classes) {
      if (OurClasses.isInHdfs(type) && !OurClasses.isAspect(type)) {
        needs.merge(
            OurClasses.topLevel(type).getName(), usesWhatIsHidden(type), Boolean::logicalOr);
      }
    }
    needs.values().removeIf(need -> need);
    return new TreeSet<>(needs.keySet());
  }

  @Test
  void noOtherClassOfOursIsInAPackageOfHdfs() {
    assertThat(OurClasses.beside(withoutNeed(OurClasses.ours()), "hdfs-packages.txt"))
        .as("classes that use nothing that is hidden, and so belong below io.okapifs").isEmpty();
  }

  /**
   * On the servers what is hidden is used by windows, which decide nothing, and by classes that are of
   * a type of HDFS.
   */
  private static Set<String> beyondWindows(Iterable<JavaClass> classes) {
    Set<String> found = new TreeSet<>();
    for (JavaClass type : classes) {
      JavaClass file = OurClasses.topLevel(type);
      if (file.getPackageName().startsWith(OurClasses.HDFS + ".server")
          && !OurClasses.isAspect(type)
          && !file.getSimpleName().endsWith("Window")
          && !isOfTypeOfHdfs(file)) {
        found.add(file.getName());
      }
    }
    return found;
  }

  private static boolean isOfTypeOfHdfs(JavaClass type) {
    return type.getAllRawSuperclasses().stream().anyMatch(OurClasses::isUpstream)
        || type.getAllRawInterfaces().stream().anyMatch(OurClasses::isUpstream);
  }

  @Test
  void onTheServersThereAreWindowsAlone() {
    assertThat(OurClasses.beside(beyondWindows(OurClasses.ours()), "beyond-windows.txt"))
        .as("classes in HDFS's packages that are neither windows nor of a type of HDFS").isEmpty();
  }

  @Test
  void whatIsNoWindowRings() throws ReflectiveOperationException {
    Iterable<JavaClass> canaries =
        new ClassFileImporter()
            .importClasses(Class.forName("org.apache.hadoop.hdfs.server.CanaryInServerPackage"));
    assertThat(beyondWindows(canaries))
        .containsExactly("org.apache.hadoop.hdfs.server.CanaryInServerPackage");
  }

  @Test
  void aClassWithoutNeedRings() throws ReflectiveOperationException {
    Iterable<JavaClass> canaries =
        new ClassFileImporter()
            .importClasses(
                Class.forName("org.apache.hadoop.hdfs.CanaryWithoutNeed"),
                Class.forName("org.apache.hadoop.hdfs.CanaryWithNeed"));
    Set<String> found = withoutNeed(canaries);
    assertThat(found).containsExactly("org.apache.hadoop.hdfs.CanaryWithoutNeed");
    assertThat(OurClasses.beside(found, "hdfs-packages.txt"))
        .contains("new: org.apache.hadoop.hdfs.CanaryWithoutNeed");
  }
}
