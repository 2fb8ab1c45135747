package io.okapifs.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installations laid out as Hadoop's and Spark's, of jars that have one class each. */
class OkapiInstallTest {

  private static final String WOVEN = "org.apache.hadoop.hdfs.DFSClient";
  private static final String CLASS = WOVEN.replace('.', '/') + ".class";

  @TempDir private Path temporary;
  private Path archive;
  private Path hadoop;

  /** What a command said. */
  private record Outcome(int exitCode, List<String> out, List<String> err) {}

  @BeforeEach
  void setUp() throws IOException {
    archive = temporary.resolve("archive");
    hadoop = temporary.resolve("hadoop");
    jar(hadoop.resolve("share/hadoop/hdfs/hadoop-hdfs-3.3.6.jar"), "upstream hdfs");
    jar(hadoop.resolve("share/hadoop/hdfs/hadoop-hdfs-client-3.3.6.jar"), "upstream client");
    jar(hadoop.resolve("share/hadoop/hdfs/hadoop-hdfs-3.3.6-tests.jar"), "tests");
    jar(hadoop.resolve("share/hadoop/client/hadoop-client-api-3.3.6.jar"), "upstream api");
    jar(hadoop.resolve("share/hadoop/tools/lib/hadoop-hdfs-client-3.3.6.jar"), "upstream client");
    jar(hadoop.resolve("share/hadoop/common/lib/guava-27.0.jar"), "guava");
    jar(archive.resolve("replace/hadoop-hdfs-3.3.6.jar"), "our hdfs");
    jar(archive.resolve("replace/hadoop-hdfs-client-3.3.6.jar"), "our client");
    jar(archive.resolve("replace/hadoop-client-api-3.3.6.jar"), "our api");
    jar(archive.resolve("add/okapi-ec-1.jar"), "codes");
    jar(archive.resolve("add/okapi-hadoop-common-1.jar"), "coders");
    jar(archive.resolve("shell/okapi.sh"), "a command");
    jar(archive.resolve("add-shaded/okapi-ec-1.jar"), "codes");
    jar(archive.resolve("spark/hadoop-client-api-3.3.6.jar"), "our api");
    jar(archive.resolve("spark/hadoop-client-runtime-3.3.6.jar"), "upstream runtime");
    Path upstream = temporary.resolve("upstream");
    List<String> known = new ArrayList<>();
    for (String name : List.of("hdfs", "hdfs-client", "client-api")) {
      Path jar = upstream.resolve("hadoop-" + name + "-3.3.6.jar");
      jar(jar, "upstream " + name.replace("hdfs-client", "client").replace("client-api", "api"));
      known.add(
          jar.getFileName() + "  " + Digests.ofFile(jar) + "  "
              + Digests.ofClasses(jar, List.of(CLASS)));
    }
    for (String name : List.of("hadoop-client-api-3.3.4.jar", "hadoop-client-runtime-3.3.4.jar")) {
      jar(upstream.resolve(name), "upstream of Spark");
      known.add(name + "  " + Digests.ofFile(upstream.resolve(name)));
    }
    Files.write(archive.resolve("UPSTREAM"), known);
    Files.write(
        archive.resolve("CLASSES"),
        Stream.of("hdfs", "hdfs-client", "client-api")
            .map(name -> "hadoop-" + name + "-3.3.6.jar  " + WOVEN)
            .toList());
    Files.write(archive.resolve("VERSION"), List.of("3.3.6-okapi-1 of commit 0123"));
    List<String> sums = new ArrayList<>();
    for (Map.Entry<String, String> each : filesOf(archive).entrySet()) {
      sums.add(each.getValue() + "  " + each.getKey());
    }
    Files.write(archive.resolve("SHA256SUMS"), sums);
  }

  private static void jar(Path file, String content) throws IOException {
    jar(file, content, "built once");
  }

  private static void jar(Path file, String content, String packing) throws IOException {
    Files.createDirectories(file.getParent());
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setComment(packing);
      ZipEntry entry = new ZipEntry(CLASS);
      entry.setTime(0);
      zip.putNextEntry(entry);
      zip.write(content.getBytes());
    }
  }

  private static Map<String, String> filesOf(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(file).toString(), Digests.ofFile(file));
      }
    }
    return files;
  }

  private Outcome run(String command, Path folder) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        OkapiInstall.run(
            new PrintWriter(out, true), new PrintWriter(err, true), command, "--archive",
            archive.toString(), folder.toString());
    return new Outcome(code, out.toString().lines().toList(), err.toString().lines().toList());
  }

  private void assertRefused(Path folder, String... words) throws IOException {
    Map<String, String> before = filesOf(folder);
    Outcome outcome = run("install", folder);
    assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).singleElement().asString().contains(words);
    assertThat(filesOf(folder)).isEqualTo(before);
    assertThat(folder.resolve(".okapi")).doesNotExist();
  }

  private static Map<String, String> without(Map<String, String> files, String folder) {
    Map<String, String> left = new TreeMap<>(files);
    left.keySet().removeIf(name -> name.startsWith(folder));
    return left;
  }

  @Test
  void everyCopyIsReplacedWhereverItLiesAndComesBackToTheByte() throws IOException {
    Map<String, String> before = filesOf(hadoop);
    Outcome installed = run("install", hadoop);
    assertThat(installed.exitCode()).as("%s", installed).isZero();
    assertThat(installed.out())
        .contains(
            "replaced share/hadoop/hdfs/hadoop-hdfs-3.3.6.jar",
            "replaced share/hadoop/tools/lib/hadoop-hdfs-client-3.3.6.jar",
            "added    share/hadoop/hdfs/okapi-hadoop-common-1.jar",
            "added    share/hadoop/client/okapi-ec-1.jar",
            "installed: 3.3.6-okapi-1 of commit 0123")
        .noneMatch(line -> line.contains("tests") || line.contains("client/okapi-hadoop-common"));
    Map<String, String> after = without(filesOf(hadoop), ".okapi");
    assertThat(after.keySet()).containsAll(before.keySet()).hasSize(before.size() + 5);
    assertThat(after.get("share/hadoop/hdfs/hadoop-hdfs-3.3.6.jar"))
        .isEqualTo(Digests.ofFile(archive.resolve("replace/hadoop-hdfs-3.3.6.jar")));
    assertThat(run("verify", hadoop).out()).containsExactly("verified: 9 files, wrong: 0");
    assertThat(run("status", hadoop).out())
        .containsExactly("installed: 3.3.6-okapi-1 of commit 0123");
    assertThat(run("rollback", hadoop).out()).containsExactly("taken back: 9 files");
    assertThat(filesOf(hadoop)).isEqualTo(before);
    assertThat(hadoop.resolve(".okapi")).doesNotExist();
  }

  /** Those of an archive were packed at another time than Maven's. */
  @Test
  void aJarThatIsPackedInAnotherWayIsKnownByItsClasses() throws IOException {
    Path jar = hadoop.resolve("share/hadoop/hdfs/hadoop-hdfs-3.3.6.jar");
    jar(jar, "upstream hdfs", "built at another time");
    Map<String, String> before = filesOf(hadoop);
    assertThat(run("install", hadoop).exitCode()).isZero();
    assertThat(run("rollback", hadoop).exitCode()).isZero();
    assertThat(filesOf(hadoop)).isEqualTo(before);
  }

  @Test
  void sparksTwoJarsMakeRoom() throws IOException {
    Path spark = temporary.resolve("spark");
    jar(spark.resolve("jars/spark-core_2.12-3.5.6.jar"), "spark");
    jar(spark.resolve("jars/hadoop-client-api-3.3.4.jar"), "upstream of Spark");
    jar(spark.resolve("jars/hadoop-client-runtime-3.3.4.jar"), "upstream of Spark");
    Map<String, String> before = filesOf(spark);
    Outcome installed = run("install", spark);
    assertThat(installed.exitCode()).as("%s", installed).isZero();
    assertThat(without(filesOf(spark), ".okapi").keySet())
        .containsExactly(
            "jars/hadoop-client-api-3.3.6.jar", "jars/hadoop-client-runtime-3.3.6.jar",
            "jars/okapi-ec-1.jar", "jars/spark-core_2.12-3.5.6.jar");
    assertThat(run("verify", spark).exitCode()).isZero();
    assertThat(run("rollback", spark).exitCode()).isZero();
    assertThat(filesOf(spark)).isEqualTo(before);
  }

  @Test
  void whatIsNotApachesIsLeftAlone() throws IOException {
    Path jar = hadoop.resolve("share/hadoop/hdfs/hadoop-hdfs-3.3.6.jar");
    jar(jar, "patched");
    assertRefused(
        hadoop, jar.toString(), Digests.ofFile(jar), "not the jar that Apache published");
  }

  @Test
  void anotherVersionIsRefused() throws IOException {
    Path jar = hadoop.resolve("share/hadoop/hdfs/hadoop-hdfs-3.4.1.jar");
    jar(jar, "newer");
    assertRefused(hadoop, jar.toString(), "another version");
    Path spark = temporary.resolve("spark");
    jar(spark.resolve("jars/spark-core_2.13-4.0.0.jar"), "spark");
    jar(spark.resolve("jars/hadoop-client-api-3.4.1.jar"), "newer");
    assertRefused(spark, "hadoop-client-api-3.4.1.jar", "another version");
  }

  @Test
  void aFolderWithoutHadoopIsRefused() throws IOException {
    assertRefused(
        Files.createDirectories(temporary.resolve("empty")), "nothing to replace below");
    assertThat(run("install", temporary.resolve("none")).err())
        .containsExactly("install: no folder: " + temporary.resolve("none"));
  }

  @Test
  void oursWithoutAReceiptIsRefused() throws IOException {
    jar(hadoop.resolve("share/hadoop/hdfs/hadoop-hdfs-3.3.6.jar"), "our hdfs");
    assertRefused(hadoop, "is ours already");
  }

  @Test
  void aSecondCopyOfALibraryIsRefused() throws IOException {
    jar(hadoop.resolve("share/hadoop/hdfs/okapi-ec-0.jar"), "older codes");
    assertRefused(hadoop, "okapi-ec-0.jar is another copy of okapi-ec-1.jar");
  }

  @Test
  void whatIsInstalledIsNotInstalledOnceMore() throws IOException {
    assertThat(run("install", hadoop).exitCode()).isZero();
    Map<String, String> before = filesOf(hadoop);
    Outcome again = run("install", hadoop);
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).singleElement().asString().contains("already", "rollback first");
    assertThat(filesOf(hadoop)).isEqualTo(before);
  }

  @Test
  void aDamagedArchiveChangesNothing() throws IOException {
    jar(archive.resolve("replace/hadoop-hdfs-3.3.6.jar"), "something else");
    assertRefused(hadoop, "the archive is not whole", "hadoop-hdfs-3.3.6.jar");
  }

  /** Here a folder is in the way of the last file; a full disk, or no permission, is the same. */
  @Test
  void whatCannotBeWrittenLeavesAllAsItWas() throws IOException {
    Path inTheWay =
        hadoop.resolve("share/hadoop/tools/lib/okapi-ec-1.jar.okapi-new/something");
    jar(inTheWay, "in the way");
    assertRefused(hadoop, "nothing was changed", inTheWay.getParent().toString());
  }

  /** As one that was killed leaves it: the list is written, some files are new, some are not. */
  @Test
  void anInterruptedChangeIsTakenBackByTheNextCommand() throws IOException {
    Map<String, String> before = filesOf(hadoop);
    for (String next : List.of("install", "rollback")) {
      assertThat(run("install", hadoop).exitCode()).isZero();
      Path receipt = hadoop.resolve(".okapi/receipt");
      Files.move(receipt, hadoop.resolve(".okapi/receipt.pending"));
      Path hdfs = hadoop.resolve("share/hadoop/hdfs/hadoop-hdfs-3.3.6.jar");
      Files.move(hdfs, hdfs.resolveSibling("hadoop-hdfs-3.3.6.jar.okapi-new"));
      jar(hdfs, "upstream hdfs");
      assertThat(run("verify", hadoop).err())
          .singleElement().asString().contains("interrupted", "rollback takes it back");
      Outcome outcome = run(next, hadoop);
      assertThat(outcome.exitCode()).as("%s", outcome).isZero();
      if (next.equals("install")) {
        assertThat(run("verify", hadoop).exitCode()).isZero();
        assertThat(run("rollback", hadoop).exitCode()).isZero();
      }
      assertThat(filesOf(hadoop)).isEqualTo(before);
    }
  }

  @Test
  void verifyNamesWhatWasChangedAndRollbackLosesNoneOfIt() throws IOException {
    assertThat(run("install", hadoop).exitCode()).isZero();
    Path jar = hadoop.resolve("share/hadoop/hdfs/hadoop-hdfs-3.3.6.jar");
    jar(jar, "somebody's");
    Outcome verified = run("verify", hadoop);
    assertThat(verified.exitCode()).isEqualTo(1);
    assertThat(verified.out())
        .containsExactly(
            "WRONG " + jar + " has SHA-256 " + Digests.ofFile(jar),
            "verified: 9 files, wrong: 1");
    Outcome back = run("rollback", hadoop);
    assertThat(back.exitCode()).isEqualTo(1);
    assertThat(back.err()).singleElement().asString().contains("changed since", jar.toString());
    assertThat(Files.exists(jar)).isTrue();
  }

  @Test
  void aProcessThatHasAJarOpenIsNamed() throws IOException {
    try (var open = Files.newInputStream(hadoop.resolve("share/hadoop/common/lib/guava-27.0.jar"))) {
      Outcome outcome = run("install", hadoop);
      assertThat(outcome.exitCode()).isZero();
      assertThat(outcome.err())
          .singleElement().asString()
          .contains(String.valueOf(ProcessHandle.current().pid()), "restarted");
      assertThat(open.read()).isPositive();
    }
  }

  @Test
  void wrongUseIsOneLine() {
    StringWriter err = new StringWriter();
    assertThat(
            OkapiInstall.run(
                new PrintWriter(new StringWriter()), new PrintWriter(err, true), "install"))
        .isEqualTo(2);
    assertThat(err.toString().lines()).singleElement().asString().contains("<folder>", "--help");
  }

  @Test
  void hadoopsScriptsGetOurCommandsWhereTheyLookForMore() throws IOException {
    Path profiles = hadoop.resolve("libexec/shellprofile.d");
    Files.createDirectories(profiles);
    Map<String, String> before = filesOf(hadoop);
    assertThat(run("install", hadoop).out()).contains("added    libexec/shellprofile.d/okapi.sh");
    assertThat(Digests.ofFile(profiles.resolve("okapi.sh")))
        .isEqualTo(Digests.ofFile(archive.resolve("shell/okapi.sh")));
    assertThat(run("rollback", hadoop).exitCode()).isZero();
    assertThat(filesOf(hadoop)).isEqualTo(before);
    Files.writeString(profiles.resolve("okapi.sh"), "somebody's own");
    assertRefused(hadoop, profiles.resolve("okapi.sh").toString(), "is there already");
  }
}
