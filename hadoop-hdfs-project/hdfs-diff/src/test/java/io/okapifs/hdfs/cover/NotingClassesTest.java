package io.okapifs.hdfs.cover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.diff.JoinPoint;
import io.okapifs.hdfs.diff.Lock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The notes in copies of the woven classes, beside the lock. */
final class NotingClassesTest {

  private static Lock lock;

  @BeforeAll
  static void readLock() throws IOException {
    Path root = Path.of(System.getProperty("okapi.rootFolder"));
    lock = Lock.readAll(root);
  }

  @Test
  void everyJoinPointOfTheLockIsNotedOnce() throws IOException {
    assertThat(notedIn(NotingClasses.of(lock).values()))
        .containsExactlyInAnyOrderElementsOf(lock.names());
  }

  @Test
  void noTwoJoinPointsShareAName() {
    assertThat(lock.names()).hasSameSizeAs(lock.joinPoints());
  }

  @Test
  void aJoinPointThatTheWovenClassDoesNotHaveIsRefused() {
    List<JoinPoint> points = new ArrayList<>(lock.joinPoints());
    JoinPoint first = points.get(0);
    points.add(
        new JoinPoint(
            first.kind(), first.advisedClass() + ".neverWritten()", first.shadow(),
            first.advice(), 1, first.body()));
    assertThatThrownBy(() -> NotingClasses.of(with(points)))
        .hasMessageContaining("neverWritten")
        .hasMessageContaining("found=0, locked=1");
  }

  @Test
  void adviceThatTheLockDoesNotHaveIsRefused() {
    List<JoinPoint> points = new ArrayList<>(lock.joinPoints());
    points.removeIf(point -> point.advice().endsWith(".openStriped"));
    assertThatThrownBy(() -> NotingClasses.of(with(points)))
        .hasMessageContaining("method=openInternal");
  }

  private static Lock with(List<JoinPoint> points) {
    return new Lock(lock.hadoopVersion(), points, lock.declarations());
  }

  /** A list, so that a name that is noted twice is there twice. */
  private static List<String> notedIn(Collection<byte[]> classFiles) {
    List<String> noted = new ArrayList<>();
    for (byte[] classFile : classFiles) {
      ClassNode node = new ClassNode();
      new ClassReader(classFile).accept(node, 0);
      for (MethodNode method : node.methods) {
        for (AbstractInsnNode instruction : method.instructions) {
          if (instruction instanceof MethodInsnNode call
              && call.owner.equals("io/okapifs/hdfs/cover/ExecutedPoints")) {
            noted.add((String) ((LdcInsnNode) call.getPrevious()).cst);
          }
        }
      }
    }
    return noted;
  }
}
