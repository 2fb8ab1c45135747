package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.diff.Weaver.Woven;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The locks are what ajc does today, and a changed upstream rings the alarm. */
final class HdfsDiffTest {

  private static final String MODULE = "hadoop-hdfs";
  private static final String NAME_NODE = "org.apache.hadoop.hdfs.server.namenode.NameNode";
  private static final String ADVISED = NAME_NODE + ".createNameNode(";
  private static final String RENEW = "read each changed body, then run scripts/hdfs-diff --write";

  private static HdfsDiff diff;
  private static Lock nameNodeLock;

  @TempDir private Path folder;

  @BeforeAll
  static void readLock() throws IOException {
    Path root = Path.of(System.getProperty("okapi.rootFolder"));
    diff = new HdfsDiff(root, System.getProperty("okapi.hadoopVersion"));
    Lock whole = diff.locked(Piece.FEATURE);
    List<JoinPoint> points =
        whole.joinPoints().stream().filter(p -> p.aspect().equals(NAME_NODE + "Aspect")).toList();
    nameNodeLock = new Lock(whole.hadoopVersion(), points, List.of());
  }

  @Test
  void theLocksAndTheirPagesAreWhatTheAspectsDo() throws IOException {
    assertThat(diff.drift(diff.present())).as(RENEW).isEmpty();
  }

  @Test
  void anUnchangedClassIsSilent() throws IOException {
    assertThat(driftWith(visitor -> visitor)).isEmpty();
  }

  @Test
  void aRenamedMethodRings() throws IOException {
    List<String> drift = driftWith(RenamedMethod::new);
    assertThat(drift).anyMatch(line -> line.startsWith("no longer advised: " + ADVISED));
    assertThat(drift)
        .anyMatch(
            line -> line.startsWith("ajc: ") && line.contains("[Xlint:adviceDidNotMatch]")
                && line.contains("NameNodeAspect.aj"));
  }

  @Test
  void anAddedOverloadRings() throws IOException {
    assertThat(driftWith(AddedOverload::new))
        .singleElement()
        .asString()
        .startsWith("changed upstream: " + ADVISED)
        .contains("overloads of ", ": 1 -> 2")
        .doesNotContain("body changed");
  }

  @Test
  void aChangedBodyRings() throws IOException {
    assertThat(driftWith(ChangedBody::new))
        .singleElement()
        .asString()
        .startsWith("changed upstream: " + ADVISED)
        .contains("body changed")
        .doesNotContain("overloads of");
  }

  @Test
  void lineNumbersAndLocalNamesDoNotCount() throws IOException {
    Path stripped = nameNodeWith(ClassReader.SKIP_DEBUG, visitor -> visitor);
    JoinPoint point = createNameNode();
    try (UpstreamClasses classes = new UpstreamClasses(List.of(stripped))) {
      assertThat(classes.digestOf(Member.parse(point.advised()))).isEqualTo(point.body());
    }
  }

  @Test
  void aPointcutThatMatchesNothingIsAnError() throws IOException {
    Path aspects = Files.createDirectories(folder.resolve("aspects"));
    Files.writeString(
        aspects.resolve("MisspeltAspect.aj"),
        """
        aspect MisspeltAspect {
          pointcut misspelt() : execution(void %s.stopp());
          before() : misspelt() { System.gc(); }
        }
        """
            .formatted(NAME_NODE));
    Woven woven = weave(nameNodeWith(0, visitor -> visitor), aspects);
    assertThat(woven.joinPoints()).isEmpty();
    assertThat(woven.errors())
        .singleElement()
        .asString()
        .contains("[Xlint:adviceDidNotMatch]", "MisspeltAspect.aj:3");
  }

  private static JoinPoint createNameNode() {
    return nameNodeLock.joinPoints().stream()
        .filter(point -> point.advised().startsWith(ADVISED))
        .findFirst()
        .orElseThrow();
  }

  /** Weaves the one aspect into an edited copy of its class and compares with the lock. */
  private List<String> driftWith(UnaryOperator<ClassVisitor> edit) throws IOException {
    Path aspects = Files.createDirectories(folder.resolve("aspects"));
    String aspect = NAME_NODE.replace('.', '/') + "Aspect.aj";
    Path root = Path.of(System.getProperty("okapi.rootFolder"));
    Files.copy(
        Piece.FEATURE.aspects(root, MODULE).resolve(aspect), aspects.resolve("NameNodeAspect.aj"));
    Woven woven = weave(nameNodeWith(0, edit), aspects);
    Lock present = new Lock(nameNodeLock.hadoopVersion(), woven.joinPoints(), List.of());
    List<String> drift = nameNodeLock.driftTo(present);
    drift.addAll(woven.errors());
    return drift;
  }

  private Woven weave(Path upstream, Path aspects) throws IOException {
    List<Path> roots = List.of(upstream, diff.upstreamJar(MODULE));
    try (UpstreamClasses classes = new UpstreamClasses(roots)) {
      return diff.weaver().weave(upstream, List.of(aspects), classes);
    }
  }

  private Path nameNodeWith(int flags, UnaryOperator<ClassVisitor> edit) throws IOException {
    String name = NAME_NODE.replace('.', '/') + ".class";
    ClassWriter writer = new ClassWriter(0);
    try (FileSystem jar = FileSystems.newFileSystem(diff.upstreamJar(MODULE))) {
      new ClassReader(Files.readAllBytes(jar.getPath(name))).accept(edit.apply(writer), flags);
    }
    Path classes = folder.resolve("classes");
    Path file = classes.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, writer.toByteArray());
    return classes;
  }

  private static final class RenamedMethod extends ClassVisitor {
    RenamedMethod(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      String newName = name.equals("createNameNode") ? "makeNameNode" : name;
      return super.visitMethod(access, newName, descriptor, signature, exceptions);
    }
  }

  private static final class AddedOverload extends ClassVisitor {
    AddedOverload(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitEnd() {
      int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
      MethodVisitor method = super.visitMethod(access, "createNameNode", "(I)V", null, null);
      method.visitCode();
      method.visitInsn(Opcodes.RETURN);
      method.visitMaxs(0, 1);
      method.visitEnd();
      super.visitEnd();
    }
  }

  private static final class ChangedBody extends ClassVisitor {
    ChangedBody(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor body = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (!name.equals("createNameNode")) {
        return body;
      }
      return new MethodVisitor(Opcodes.ASM9, body) {
        @Override
        public void visitCode() {
          super.visitCode();
          super.visitMethodInsn(
              Opcodes.INVOKESTATIC, "java/lang/System", "gc", "()V", false);
        }
      };
    }
  }
}
