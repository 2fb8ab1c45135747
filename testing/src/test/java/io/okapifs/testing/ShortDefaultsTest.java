package io.okapifs.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShortDefaultsTest {

  @TempDir Path folder;

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  @AfterEach
  void restore() {
    Thread.currentThread().setContextClassLoader(before);
  }

  private String read(String name, String content) throws Exception {
    Files.writeString(folder.resolve(name), content);
    Thread.currentThread()
        .setContextClassLoader(new URLClassLoader(new URL[] {folder.toUri().toURL()}, null));
    ShortDefaults.take();
    URL found = Thread.currentThread().getContextClassLoader().getResource(name);
    try (InputStream in = found.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void defaultsLoseTheirDescriptionsAndNothingElse() throws Exception {
    assertThat(
            read(
                "some-default.xml",
                "<a><!-- b --><name>c</name><value> d\n</value><description>e\n</description></a>"))
        .isEqualTo("<a><name>c</name><value> d\n</value></a>");
  }

  @Test
  void otherResourcesAreAsTheyAre() throws Exception {
    String content = "<description>a</description>";
    assertThat(read("some-site.xml", content)).isEqualTo(content);
  }

  @Test
  void whatIsMissingStaysMissing() throws Exception {
    read("some-site.xml", "");
    assertThat(Thread.currentThread().getContextClassLoader().getResource("no-default.xml"))
        .isNull();
  }
}
