package io.okapifs.hdfs.namenode.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.GroupFiles;
import io.okapifs.testing.CodeJar;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The code of docs/ADDING-A-CODE.md as a policy. Client and daemons are one JVM here, so that all
 * of them have its jar, another version of it, or none.
 */
class ProvidedCodeTest {
  private static final String CODE = "PYRAMID-4-3";
  private static final int WIDTH = 2;

  @Cluster(dataNodes = 9)
  private static BlockFileCluster cluster;

  @TempDir private static Path folder;
  private static Path jar;
  private static Path other;
  private static String policy;

  private final byte[] content = BlockFileCluster.bytes(4L * BlockFileCluster.BLOCK, 1);
  private GroupFiles file;

  @BeforeAll
  static void addPolicy() throws Exception {
    Path page =
        Path.of(System.getProperty("user.dir"), "..", "..", "docs", "ADDING-A-CODE.md");
    String source = CodeJar.sourceOf(page);
    jar = CodeJar.compile(source, folder);
    // The same class, which gives other coefficients to the parities behind the halves.
    String changed = source.replace("rs.get(parity - 1, data)", "rs.get(parity - 1, k - 1 - data)");
    assertThat(changed).isNotEqualTo(source);
    other = CodeJar.compile(changed, Files.createDirectory(folder.resolve("other")));
    load(jar);
    policy = cluster.addPolicy(CODE);
  }

  private static void load(Path codes) throws IOException {
    URL[] urls = {codes.toUri().toURL()};
    CodeRegistry.load(new URLClassLoader(urls, CodeRegistry.class.getClassLoader()));
  }

  private static void unload() {
    CodeRegistry.unload(Set.of("pyramid"));
  }

  @BeforeEach
  void write() throws Exception {
    load(jar);
    file = written("file");
  }

  private GroupFiles written(String name) throws Exception {
    var path = new org.apache.hadoop.fs.Path(cluster.directory(policy, WIDTH), name);
    cluster.write(path, content);
    return new GroupFiles(cluster, path, 0, content.length);
  }

  @AfterEach
  void deleteFile() throws Exception {
    load(jar);
    cluster.fs().delete(file.path(), false);
  }

  @Test
  void filesAreWrittenReadAndRepairedWithIt() throws Exception {
    file.check(content);
    List<Replica> lost = file.lose(0, 5);
    assertThat(cluster.read(file.path())).isEqualTo(content);
    file.await(lost);
    file.check(content);
  }

  @Test
  void thePolicyKeepsVersionAndDigestAlsoWhereTheNameNodeRestarts() throws Exception {
    String identity = CodeRegistry.identity("pyramid", 4, 3).orElseThrow().toString();
    assertThat(identity).matches("v1-a1-[0-9a-f]{32}");
    assertThat(kept()).isEqualTo(identity);
    cluster.restartNameNode();
    assertThat(kept()).isEqualTo(identity);
    cluster.saveNamespace();
    cluster.restartNameNode();
    assertThat(kept()).isEqualTo(identity);
    assertThat(cluster.read(file.path())).isEqualTo(content);
  }

  /** A block file of the group goes. */
  private List<Replica> delete() throws IOException {
    Replica lost = cluster.member(file.path(), 0, 0);
    cluster.delete(lost);
    return List.of(lost);
  }

  /** A block may be rebuilt on the node that lost it. */
  private void awaitRight() throws Exception {
    BlockFileCluster.await("the right bytes in every block of " + file.path(), () -> {
      try {
        file.check(content);
        return true;
      } catch (AssertionError | IOException e) {
        return false;
      }
    });
  }

  private static String kept() throws IOException {
    for (ErasureCodingPolicyInfo each : cluster.fs().getAllErasureCodingPolicies()) {
      if (each.getPolicy().getName().equals(policy)) {
        return each.getPolicy().getSchema().getExtraOptions().get(StripeView.CODE);
      }
    }
    throw new AssertionError("no policy: " + policy);
  }

  @Test
  void anotherCodeOfTheNameIsRefusedByNameWhereItWouldCode() throws Exception {
    List<Replica> lost = delete();
    load(other);
    String[] words = {
      "another code of that name: code=" + CODE, "meant=v1-a1-", "here=v1-a1-"
    };
    assertThatThrownBy(() -> cluster.read(file.path()))
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining(words[0])
        .hasStackTraceContaining(words[1])
        .hasStackTraceContaining(words[2]);
    assertThatThrownBy(() -> cluster.write(file.path().suffix("2"), content))
        .hasMessageContaining("Policy " + policy + "@2 cannot be used")
        .hasMessageContaining(words[0]);
    load(jar);
    assertThat(cluster.read(file.path())).isEqualTo(content);
    cluster.reportCorrupt(lost);
    awaitRight();
  }

  @Test
  void withoutTheJarAllStartsAndOnlyItsFilesAreRefused() throws Exception {
    String rs = policy.replace(CODE, "RS-3-2");
    var plain = new org.apache.hadoop.fs.Path(cluster.directory(rs, WIDTH), "plain");
    cluster.write(plain, content);
    unload();
    cluster.restartNameNode();
    assertThat(cluster.read(plain)).isEqualTo(content);
    assertThat(cluster.read(file.path())).as("all data blocks live").isEqualTo(content);
    assertThatThrownBy(() -> cluster.write(file.path().suffix("2"), content))
        .hasMessageContaining("Policy " + policy + "@2 cannot be used")
        .hasMessageContaining("no such code here: code=" + CODE);
    delete();
    assertThatThrownBy(() -> cluster.read(file.path()))
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("no such code here: code=" + CODE);
    cluster.awaitRounds(3);
    assertThat(cluster.read(plain)).isEqualTo(content);
    load(jar);
    cluster.restartNameNode();
    awaitRight();
    cluster.fs().delete(plain, false);
  }
}
