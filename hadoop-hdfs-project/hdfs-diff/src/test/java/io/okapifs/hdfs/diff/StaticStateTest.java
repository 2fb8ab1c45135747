package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.okapifs.hdfs.diff.canary.c.Mutable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What can change belongs to an object that somebody owns, and to no class. */
final class StaticStateTest {

  /** Collections that cannot change, whatever they are declared as. */
  private static final List<String> UNCHANGING =
      List.of(
          "java.util.ImmutableCollections", "java.util.Collections$Unmodifiable",
          "java.util.Collections$Empty", "java.util.Collections$Singleton");

  /** What benchmarks need is not here, so that their classes cannot be asked. */
  private static final String BENCHMARKS = "io.okapifs.bench";

  private static final List<String> CHANGING = List.of("java.util.concurrent.atomic.", "java.lang.ThreadLocal");

  private static Set<String> state(Iterable<JavaClass> classes) {
    Set<String> state = new TreeSet<>();
    for (JavaClass type : classes) {
      if (!OurClasses.isAspect(type) && !type.getPackageName().startsWith(BENCHMARKS)) {
        for (Field field : type.reflect().getDeclaredFields()) {
          if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && canChange(field)) {
            state.add(type.getName() + "." + field.getName());
          }
        }
      }
    }
    return state;
  }

  private static boolean canChange(Field field) {
    if (!Modifier.isFinal(field.getModifiers())) {
      return true;
    }
    String declared = field.getType().getName();
    boolean isLook = Collection.class.isAssignableFrom(field.getType()) || Map.class.isAssignableFrom(field.getType());
    if (isLook) {
      Object value = value(field);
      return value != null
          && UNCHANGING.stream().noneMatch(value.getClass().getName()::startsWith);
    }
    return CHANGING.stream().anyMatch(declared::startsWith) || isOursAndChanges(field.getType());
  }

  private static Object value(Field field) {
    try {
      field.setAccessible(true);
      return field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot be read: field=" + field, e);
    }
  }

  private static boolean isOursAndChanges(Class<?> type) {
    if (!type.getName().startsWith("io.okapifs") || type.isEnum()) {
      return false;
    }
    for (Field field : type.getDeclaredFields()) {
      boolean isOfObject = !Modifier.isStatic(field.getModifiers());
      if (isOfObject && (!Modifier.isFinal(field.getModifiers()) || isContainer(field.getType()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isContainer(Class<?> type) {
    return Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)
        || CHANGING.stream().anyMatch(type.getName()::startsWith);
  }

  @Test
  void noClassHasState() {
    assertThat(OurClasses.beside(state(OurClasses.ours()), "static-state.txt"))
        .as("static fields that can change").isEmpty();
  }

  @Test
  void stateOfAClassRings() {
    String canary = Mutable.class.getName();
    assertThat(state(new ClassFileImporter().importClasses(Mutable.class)))
        .containsExactly(
            canary + ".COUNT", canary + ".NO_CONSTANTS", canary + ".ONE", canary + ".number");
  }
}
