package io.okapifs.hdfs.seam;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WovenCheckTest {

  private static final String LOCK =
      """
      # Comment.
      hadoop=3.3.6
      around  demo.Server.start(int)  method-execution(void demo.Server.start(int))  \
      demo.ServerAspect.start  overloads=1  body=sha256:00
      """;

  private static final String FIXES =
      """
      # Comment.
      hadoop=3.3.6
      before  demo.Client$Inner.<init>(long)  constructor-execution(demo.Client$Inner(long))  \
      demo.ClientFixes.create  overloads=1  body=sha256:11
      """;

  @TempDir private Path server;
  @TempDir private Path client;

  @BeforeEach
  void layOutAWovenClassPath() throws IOException {
    write(server, WovenCheck.LOCK_RESOURCES.get(0), LOCK);
    write(server, WovenCheck.LOCK_RESOURCES.get(1), FIXES);
    write(server, "demo/Server.class", "..demo/ServerAspect..");
    write(client, "demo/Client$Inner.class", "..demo/ClientFixes..");
  }

  @Test
  void theClassPathOfTheBuildIsAccepted() {
    assertThatCode(WovenCheck::requireWoven).doesNotThrowAnyException();
  }

  @Test
  void aWovenClassPathIsAccepted() {
    assertThatCode(() -> check("3.3.6", server, client)).doesNotThrowAnyException();
  }

  @Test
  void aStockClientBesideAWovenServerIsRefused() throws IOException {
    write(client, "demo/Client$Inner.class", "..stock..");
    assertThatThrownBy(() -> check("3.3.6", server, client))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "not started: demo.Client$Inner is not woven: aspect=demo.ClientFixes, found=file:");
  }

  @Test
  void aSecondCopyBehindTheWovenOneIsRefused(@TempDir Path twin) throws IOException {
    write(twin, "demo/Server.class", "..stock..");
    assertThatThrownBy(() -> check("3.3.6", server, client, twin))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "not started: demo.Server must be on the class path once: copies=[");
  }

  @Test
  void aMissingClassIsRefused() {
    assertThatThrownBy(() -> check("3.3.6", server))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("demo.Client$Inner must be on the class path once: copies=[]");
  }

  @Test
  void anotherHadoopVersionIsRefused() {
    assertThatThrownBy(() -> check("3.4.1", server, client))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Hadoop version differs: locked=3.3.6, found=3.4.1");
  }

  @Test
  void aMissingLockIsRefused() {
    assertThatThrownBy(() -> check("3.3.6", client))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("hdfs-diff.lock is missing");
  }

  @Test
  void aMissingLockOfCorrectionsIsRefused() throws IOException {
    Files.delete(server.resolve(WovenCheck.LOCK_RESOURCES.get(1)));
    assertThatThrownBy(() -> check("3.3.6", server, client))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("hdfs-fixes.lock is missing");
  }

  @Test
  void aLockOfCorrectionsForAnotherVersionIsRefused() throws IOException {
    write(server, WovenCheck.LOCK_RESOURCES.get(1), FIXES.replace("3.3.6", "3.4.1"));
    assertThatThrownBy(() -> check("3.3.6", server, client))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Hadoop version differs: locked=3.4.1, found=3.3.6");
  }

  private static void check(String version, Path... folders) throws IOException {
    URL[] urls = new URL[folders.length];
    for (int i = 0; i < folders.length; i++) {
      urls[i] = folders[i].toUri().toURL();
    }
    try (URLClassLoader loader = new URLClassLoader(urls, null)) {
      WovenCheck.requireWoven(loader, version);
    }
  }

  private static void write(Path folder, String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
