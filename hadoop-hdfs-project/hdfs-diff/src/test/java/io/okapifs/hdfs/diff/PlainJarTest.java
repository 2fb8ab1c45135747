package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.util.CheckClassAdapter;

/** Classes of the build without what ajc notes in them. */
final class PlainJarTest {

  private static final Path ROOT = Path.of(System.getProperty("okapi.rootFolder"));

  private static List<Path> wovenClasses() throws IOException {
    Path classes = ROOT.resolve("hadoop-hdfs-project/hadoop-hdfs/target/classes");
    try (Stream<Path> files = Files.walk(classes.resolve("org"))) {
      return files.filter(file -> file.toString().endsWith(".class")).toList();
    }
  }

  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Test
  void nothingTellsInWhichFolderItWasWoven() throws IOException {
    int told = 0;
    for (Path file : wovenClasses()) {
      byte[] woven = Files.readAllBytes(file);
      told += latin1(woven).contains(ROOT.toString()) ? 1 : 0;
      byte[] plain = PlainJar.withoutNotes(woven);
      for (String note : List.of(ROOT.toString(), "org.aspectj.weaver.")) {
        assertThat(latin1(plain).contains(note)).as("%s tells %s", file, note).isFalse();
      }
      new ClassReader(plain).accept(new CheckClassAdapter(new ClassWriter(0), false), 0);
    }
    assertThat(told).as("classes that tell it before").isPositive();
  }

  @Test
  void aClassWithoutNotesStaysAsItIs() throws IOException {
    byte[] ours =
        PlainJarTest.class.getResourceAsStream("PlainJarTest.class").readAllBytes();
    assertThat(PlainJar.withoutNotes(ours)).isSameAs(ours);
  }
}
