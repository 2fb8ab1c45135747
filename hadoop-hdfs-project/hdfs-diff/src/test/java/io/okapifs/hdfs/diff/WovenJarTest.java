package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.util.TraceClassVisitor;

/** The replacement jars against upstream's. Runs in verify; in test there are no jars yet. */
final class WovenJarTest {

  static final List<String> MODULES = HdfsDiff.WOVEN_MODULES;
  private static final String NOTES_OF_AJC = "org.aspectj.weaver.";
  private static final String ACCESS_FOR_ASPECTS = "ajc$";
  private static final String NOTICE = "META-INF/NOTICE.txt";

  private static HdfsDiff diff;

  @BeforeAll
  static void findRoot() {
    String version = System.getProperty("okapi.hadoopVersion");
    diff = new HdfsDiff(Path.of(System.getProperty("okapi.rootFolder")), version);
  }

  @ParameterizedTest
  @FieldSource("MODULES")
  void theJarHasEveryEntryOfUpstream(String module) throws IOException {
    try (ZipFile woven = wovenJar(module); ZipFile upstream = upstreamJar(module)) {
      assertThat(names(woven)).containsAll(names(upstream)).doesNotContain("builddef.lst");
    }
  }

  @ParameterizedTest
  @FieldSource("MODULES")
  void onlyAdvisedClassesDiffer(String module) throws IOException {
    Set<String> advised =
        Lock.readAll(Path.of(System.getProperty("okapi.rootFolder"))).changedClasses().stream()
            .map(name -> name.replace('.', '/') + ".class")
            .collect(Collectors.toSet());
    Set<String> changed = new TreeSet<>();
    try (ZipFile woven = wovenJar(module); ZipFile upstream = upstreamJar(module)) {
      for (String name : names(upstream)) {
        if (name.endsWith(".class") && differ(read(woven, name), read(upstream, name))) {
          changed.add(name);
        }
      }
    }
    assertThat(advised).containsAll(changed);
    assertThat(changed).isNotEmpty();
  }

  @ParameterizedTest
  @FieldSource("MODULES")
  void bothNoticesAreKept(String module) throws IOException {
    try (ZipFile woven = wovenJar(module); ZipFile upstream = upstreamJar(module)) {
      String notice = new String(read(woven, NOTICE), StandardCharsets.UTF_8);
      assertThat(notice)
          .startsWith(new String(read(upstream, NOTICE), StandardCharsets.UTF_8).stripTrailing())
          .containsOnlyOnce("Okapi: HDFS with decoupled striping");
    }
  }

  /**
   * A jar with the time or folder of its build in it would differ from the next one. Not shown for
   * aspects and the classes they add members to: ajc notes the path of the aspect's source there,
   * so two builds are equal to the last byte in the same folder only.
   */
  @ParameterizedTest
  @FieldSource("MODULES")
  void nothingTellsWhereAndWhenTheJarWasBuilt(String module) throws IOException {
    String root = System.getProperty("okapi.rootFolder");
    try (ZipFile woven = wovenJar(module)) {
      assertThat(woven.stream().map(ZipEntry::getTimeLocal).distinct()).hasSize(1);
      for (String name : names(woven)) {
        String content = latin1(read(woven, name));
        assertThat(content.contains(root) && !content.contains(NOTES_OF_AJC)).as(name).isFalse();
      }
    }
  }

  /**
   * ajc also rewrites classes that advice only names: it opens them to the aspect, that is makes
   * them public, adds accessors, and may write a switch in the other of its two forms. Upstream's
   * own code stays as it is.
   */
  private static boolean differ(byte[] woven, byte[] upstream) {
    return !Arrays.equals(woven, upstream) && !textOf(woven).equals(textOf(upstream));
  }

  private static String textOf(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    node.attrs = null;
    node.methods.removeIf(method -> method.name.startsWith(ACCESS_FOR_ASPECTS));
    node.innerClasses.clear();
    node.access |= Opcodes.ACC_PUBLIC;
    node.methods.forEach(WovenJarTest::writeSwitchesAsLookups);
    StringWriter text = new StringWriter();
    node.accept(new TraceClassVisitor(new PrintWriter(text)));
    return text.toString();
  }

  private static void writeSwitchesAsLookups(MethodNode method) {
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (instruction instanceof TableSwitchInsnNode table) {
        LookupSwitchInsnNode lookup = new LookupSwitchInsnNode(table.dflt, null, null);
        for (int key = table.min; key <= table.max; key++) {
          LabelNode label = table.labels.get(key - table.min);
          // The keys between those of a lookup go where all others go.
          if (label != table.dflt) {
            lookup.keys.add(key);
            lookup.labels.add(label);
          }
        }
        method.instructions.set(table, lookup);
      }
    }
  }

  private static Set<String> names(ZipFile jar) {
    return jar.stream()
        .filter(entry -> !entry.isDirectory())
        .map(ZipEntry::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] read(ZipFile jar, String name) throws IOException {
    return jar.getInputStream(jar.getEntry(name)).readAllBytes();
  }

  private static ZipFile upstreamJar(String module) throws IOException {
    return new ZipFile(diff.upstreamJar(module).toFile());
  }

  private static ZipFile wovenJar(String module) throws IOException {
    String name = module + "-" + System.getProperty("okapi.hadoopVersion") + "-okapi-";
    String[] classPath = System.getProperty("java.class.path").split(File.pathSeparator);
    List<Path> jars =
        Arrays.stream(classPath)
            .map(Path::of)
            .filter(path -> path.getFileName().toString().startsWith(name))
            .filter(Files::isRegularFile)
            .toList();
    assumeTrue(!jars.isEmpty(), "tested in verify, where the jars are on the class path");
    return new ZipFile(jars.get(0).toFile());
  }
}
