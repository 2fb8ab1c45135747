package io.okapifs.bench.driver;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.openjdk.jol.vm.VM;

/** Counts the objects that hang at a root, each once, as far as a predicate lets the walk go. */
final class HeapWalk {

  /** Objects of one class. */
  static final class Count {
    long objects;
    long bytes;
  }

  private final Predicate<Object> belongs;
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> open = new ArrayDeque<>();
  private final Map<Class<?>, List<Field>> fields = new HashMap<>();
  private final Map<Class<?>, Long> sizes = new HashMap<>();
  private final Map<String, Count> counts = new TreeMap<>();

  private HeapWalk(Predicate<Object> belongs) {
    this.belongs = belongs;
  }

  /** Counts by class name. */
  static Map<String, Count> from(Object root, Predicate<Object> belongs)
      throws IllegalAccessException {
    HeapWalk walk = new HeapWalk(belongs);
    walk.visit(root);
    while (!walk.open.isEmpty()) {
      walk.expand(walk.open.pop());
    }
    return walk.counts;
  }

  private void visit(Object object) {
    if (object == null || !belongs.test(object) || !seen.add(object)) {
      return;
    }
    Count count = counts.computeIfAbsent(object.getClass().getTypeName(), name -> new Count());
    count.objects++;
    count.bytes += sizeOf(object);
    open.push(object);
  }

  private long sizeOf(Object object) {
    return object.getClass().isArray()
        ? VM.current().sizeOf(object)
        : sizes.computeIfAbsent(object.getClass(), type -> VM.current().sizeOf(object));
  }

  private void expand(Object object) throws IllegalAccessException {
    if (object instanceof Object[] array) {
      for (Object element : array) {
        visit(element);
      }
      return;
    }
    for (Field field : fields.computeIfAbsent(object.getClass(), HeapWalk::references)) {
      visit(field.get(object));
    }
  }

  private static List<Field> references(Class<?> type) {
    List<Field> references = new ArrayList<>();
    for (Class<?> c = type; c != null && !c.isArray(); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          references.add(field);
        }
      }
    }
    return references;
  }
}
