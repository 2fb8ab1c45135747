package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.diff.Weaver.Woven;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The client of engines, which is woven into upstream's shaded one, is the client of clusters. */
final class ShadedWeaveTest {

  private static final String CLIENT = "hadoop-hdfs-client";
  private static final String SHADED = "org.apache.hadoop.shaded.";

  private static Woven plain;
  private static Woven shaded;

  @BeforeAll
  static void weave() throws IOException {
    Path root = Path.of(System.getProperty("okapi.rootFolder"));
    HdfsDiff diff = new HdfsDiff(root, System.getProperty("okapi.hadoopVersion"));
    List<Path> aspects = diff.aspectFolders(CLIENT);
    try (UpstreamClasses classes = new UpstreamClasses(List.of(diff.upstreamJar(CLIENT)))) {
      plain = diff.weaver().weave(diff.upstreamJar(CLIENT), aspects, classes);
    }
    Path built = root.resolve("hadoop-client-modules/hadoop-client-api/target");
    String libraries = Files.readString(built.resolve("class-path.txt")).strip();
    Path upstream =
        Stream.of(libraries.split(File.pathSeparator))
            .filter(jar -> jar.matches(".*/hadoop-client-api-[0-9.]+\\.jar"))
            .map(Path::of)
            .findFirst().orElseThrow();
    Weaver weaver =
        new Weaver(
            root.resolve("scripts/rules/aspectj-lint.properties"),
            built.resolve("classes") + File.pathSeparator + libraries);
    try (UpstreamClasses classes = new UpstreamClasses(List.of(upstream))) {
      shaded = weaver.weave(built.resolve("upstream"), aspects, classes);
    }
  }

  /** Without the bodies, whose calls of shaded libraries have other names. */
  private static List<String> places(Woven woven) {
    return woven.joinPoints().stream()
        .sorted()
        .map(
            point ->
                String.join(
                    "  ", point.kind(), point.advised(), point.shadow(), point.advice(),
                    "overloads=" + point.overloads()))
        .map(place -> place.replace(SHADED, ""))
        .toList();
  }

  @Test
  void ajcFindsNothingWrong() {
    assertThat(shaded.errors()).isEmpty();
  }

  @Test
  void theSameAdviceIsAtTheSamePlaces() {
    assertThat(places(shaded)).isNotEmpty().isEqualTo(places(plain));
    assertThat(shaded.declarations()).isEqualTo(plain.declarations());
  }
}
