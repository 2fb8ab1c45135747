package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Corrections and what decoupled files need can be woven without each other. */
final class FixesAloneTest {

  private static Path root;
  private static HdfsDiff diff;

  @BeforeAll
  static void findRoot() {
    root = Path.of(System.getProperty("okapi.rootFolder"));
    diff = new HdfsDiff(root, System.getProperty("okapi.hadoopVersion"));
  }

  /** The class path of the weaver with HDFS's own jars instead of the woven ones. */
  private static String withoutTheFeature() {
    List<Path> woven =
        HdfsDiff.WOVEN_MODULES.stream()
            .map(module -> root.resolve("hadoop-hdfs-project").resolve(module))
            .toList();
    Stream<String> others =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> woven.stream().noneMatch(Path.of(entry)::startsWith));
    return Stream.concat(diff.upstreamJars().stream().map(Path::toString), others)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Lock alone(Piece piece, Weaver weaver) throws IOException {
    return diff.present(List.of(piece), weaver).get(piece);
  }

  @Test
  void correctionsNeedHdfsAlone() throws IOException {
    Lock lock = alone(Piece.FIXES, diff.weaver(withoutTheFeature()));
    assertThat(lock.joinPoints()).isNotEmpty();
    assertThat(diff.locked(Piece.FIXES).driftTo(lock)).isEmpty();
  }

  @Test
  void decoupledFilesNeedNoAspectOfACorrection() throws IOException {
    Lock lock = alone(Piece.FEATURE, diff.weaver());
    assertThat(diff.locked(Piece.FEATURE).driftTo(lock)).isEmpty();
  }

  @Test
  void whatNeedsTheFeatureRings() {
    Weaver weaver = diff.weaver(withoutTheFeature());
    assertThatThrownBy(() -> alone(Piece.FEATURE, weaver))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("DecoupledStreams cannot be resolved");
  }

  /** Where both advise a method, the other advice comes first, around the corrected one. */
  @Test
  void aCorrectionIsNextToHdfs() throws IOException {
    Set<String> both = advised(Piece.FEATURE);
    both.retainAll(advised(Piece.FIXES));
    assertThat(both).isNotEmpty();
    for (String method : both) {
      Set<String> feature =
          diff.locked(Piece.FEATURE).joinPoints().stream()
              .filter(point -> point.advised().equals(method))
              .map(JoinPoint::aspect)
              .collect(Collectors.toSet());
      assertThat(aspectsMetFirst(Member.parse(method))).as(method).isEqualTo(feature);
    }
  }

  /** Methods that are advised as a whole. */
  private static Set<String> advised(Piece piece) throws IOException {
    return diff.locked(piece).joinPoints().stream()
        .filter(point -> point.shadow().contains("-execution("))
        .map(JoinPoint::advised)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Those that a woven method itself asks for; it calls another one for each advice below. */
  private static Set<String> aspectsMetFirst(Member method) throws IOException {
    ClassNode owner = new ClassNode();
    new ClassReader(method.className()).accept(owner, 0);
    return owner.methods.stream()
        .filter(method::matches)
        .flatMap(found -> Stream.of(found.instructions.toArray()))
        .filter(MethodInsnNode.class::isInstance)
        .map(MethodInsnNode.class::cast)
        .filter(call -> call.name.equals("aspectOf"))
        .map(call -> call.owner.replace('/', '.'))
        .collect(Collectors.toSet());
  }
}
