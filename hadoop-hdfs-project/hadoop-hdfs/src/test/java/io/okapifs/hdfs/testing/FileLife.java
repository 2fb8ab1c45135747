package io.okapifs.hdfs.testing;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.tools.EcRun;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What users and operators do with files in the course of their lives, each byte compared after each
 * step: on the disks as the oracle has it, and as a client reads it.
 *
 * @param client how users see the cluster
 * @param seen from a path of the cluster to the client's
 */
public record FileLife(BlockFileCluster cluster, FileSystem client, UnaryOperator<Path> seen) {

  public static final int NODES = 12;
  private static final String POLICY = "RS-3-2-64k";
  private static final byte[] BYTES = BlockFileCluster.bytes(7L * BLOCK + 9, 11);

  public static FileLife of(BlockFileCluster cluster) throws IOException {
    return new FileLife(cluster, cluster.fs(), path -> path);
  }

  /** Everything, below a directory; what is left there is right and redundant. */
  public void live(Path directory) throws Exception {
    Path file = write(directory, 2);
    loseAndRepair(file);
    change(file);
    Path coupled = write(directory, 3);
    couple(coupled);
    adopt(coupled);
    verify(directory);
  }

  public Path write(Path directory, int width) throws Exception {
    Path parent = new Path(directory, "width-" + width);
    cluster.fs().mkdirs(parent);
    cluster.fs().setErasureCodingPolicy(parent, POLICY + "@" + width);
    Path file = new Path(parent, "file");
    try (FSDataOutputStream out =
        client.create(seen.apply(file), true, 4096, (short) 1, BLOCK)) {
      out.write(BYTES);
    }
    check(file);
    return file;
  }

  /** One block of data and one of parity. */
  public void loseAndRepair(Path file) throws Exception {
    HealthChecks.awaitWhole(cluster, file, stored(file));
    List<Replica> lost = List.of(cluster.member(file, 0, 1), cluster.member(file, 0, 4));
    lost.forEach(cluster::delete);
    assertRead(file);
    cluster.reportCorrupt(lost);
    check(file);
  }

  /** Another code, of other groups. */
  public void change(Path file) throws Exception {
    transitions().run(file, "RS-6-3-64k");
    check(file);
  }

  /** HDFS's own layout. */
  public void couple(Path file) throws Exception {
    HealthChecks.awaitWhole(cluster, file, stored(file));
    transitions().couple(file, POLICY);
    transitions().awaitDone(file);
    assertThat(cluster.fs().getErasureCodingPolicy(file).getName()).isEqualTo(POLICY);
    cluster.awaitCoupled(file);
    assertRead(file);
  }

  /** A stripe width for a file in HDFS's own layout. */
  public void adopt(Path file) throws Exception {
    transitions().run(file, POLICY + "@3");
    check(file);
  }

  public void verify(Path path) throws Exception {
    EcRun.Outcome outcome =
        EcRun.run(cluster.fs().getConf(), "-verify", "-path", path.toString());
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
  }

  private Transitions transitions() {
    return new Transitions(cluster, "none", () -> {});
  }

  private void check(Path file) throws Exception {
    HealthChecks.awaitWhole(cluster, file, stored(file));
    assertRead(file);
  }

  private void assertRead(Path file) throws IOException {
    try (FSDataInputStream in = client.open(seen.apply(file))) {
      assertThat(in.readAllBytes()).isEqualTo(BYTES);
    }
  }

  /** What the DataNodes have of a file, which may be encrypted. */
  public byte[] stored(Path file) throws IOException {
    return cluster.read(new Path("/.reserved/raw" + file));
  }
}
