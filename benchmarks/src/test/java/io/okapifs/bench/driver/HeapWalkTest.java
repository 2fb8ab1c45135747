package io.okapifs.bench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.vm.VM;

final class HeapWalkTest {

  private static final class Leaf {}

  private static class Node {
    final Object[] children;
    Object foreign = "not asked for";

    Node(Object... children) {
      this.children = children;
    }
  }

  private static final class Special extends Node {
    Special(Object... children) {
      super(children);
    }
  }

  private static boolean belongs(Object object) {
    return object instanceof Node || object instanceof Leaf || object instanceof Object[];
  }

  @Test
  void everyObjectThatBelongsIsCountedOnce() throws Exception {
    Leaf shared = new Leaf();
    Node one = new Node(shared, new Leaf());
    Node other = new Special(shared, one, null);
    Node root = new Node(one, other);
    one.foreign = root;

    Map<String, HeapWalk.Count> counts = HeapWalk.from(root, HeapWalkTest::belongs);

    assertThat(counts).containsOnlyKeys(
        Leaf.class.getTypeName(), Node.class.getTypeName(), Special.class.getTypeName(),
        "java.lang.Object[]");
    assertThat(counts.get(Leaf.class.getTypeName()).objects).isEqualTo(2);
    assertThat(counts.get(Node.class.getTypeName()).objects).isEqualTo(2);
    assertThat(counts.get(Special.class.getTypeName()).objects).isEqualTo(1);
    assertThat(counts.get("java.lang.Object[]").bytes)
        .isEqualTo(
            2 * VM.current().sizeOf(new Object[2]) + VM.current().sizeOf(new Object[3]));
    assertThat(counts.get(Node.class.getTypeName()).bytes)
        .isEqualTo(2 * VM.current().sizeOf(root));
  }
}
