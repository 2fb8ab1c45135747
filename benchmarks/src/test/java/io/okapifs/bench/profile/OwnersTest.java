package io.okapifs.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.bench.child.Jars;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose classes are, by names as stack traces have them. */
final class OwnersTest {

  private static Owners owners;

  @BeforeAll
  static void readTheNamesOfUpstreamsClasses() throws IOException {
    owners = new Owners(Jars.STOCK.classPath());
  }

  @ParameterizedTest
  @CsvSource({
    "io.okapifs.ec.kernel.Kernel, apply, OURS",
    "org.apache.hadoop.hdfs.BlockReaders, fetch, OURS",
    "org.apache.hadoop.hdfs.BlockReaders$$Lambda$7.0x00007f, get, OURS",
    "org.apache.hadoop.hdfs.DFSStripedOutputStream$AjcClosure1, run, OURS",
    "org.apache.hadoop.hdfs.DFSStripedOutputStream, close, HADOOP",
    "org.apache.hadoop.hdfs.DFSStripedOutputStream$$Lambda$7.0x00007f, run, HADOOP",
    "org.apache.hadoop.hdfs.DFSClient, open_aroundBody0, HADOOP",
    "org.apache.hadoop.hdfs.DFSClient, open_aroundBody1$advice, OURS",
    "org.apache.hadoop.net.SocketOutputStream$Writer, performIO, HADOOP",
    "org.apache.hadoop.hdfs.MiniDFSCluster, shutdown, HADOOP",
    "java.util.zip.CRC32C, update, JDK",
    "sun.nio.ch.SocketDispatcher, read0, JDK",
    "jdk.internal.reflect.GeneratedMethodAccessor5, invoke, JDK",
    "com.google.gson.Gson, toJson, LIBRARIES",
    "io.okapifs.bench.driver.ClusterDriver, read, BENCHMARK"
  })
  void aClassOfHadoopsPackagesThatUpstreamHasNotIsOurs(
      String type, String method, Owner owner) {
    assertThat(owners.of(type, method)).isEqualTo(owner);
  }
}
