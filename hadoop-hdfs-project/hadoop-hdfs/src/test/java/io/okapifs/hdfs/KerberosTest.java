package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users, NameNode and DataNodes know each other by Kerberos, and what they transfer is encrypted. */
class KerberosTest {

  private static MiniKdc kdc;
  private static BlockFileCluster cluster;
  private static UserGroupInformation user;

  @BeforeAll
  static void start(@TempDir java.nio.file.Path directory) throws Exception {
    kdc = new MiniKdc(MiniKdc.createConf(), directory.toFile());
    kdc.start();
    java.nio.file.Path daemons = directory.resolve("daemons.keytab");
    java.nio.file.Path users = directory.resolve("users.keytab");
    kdc.createPrincipal(daemons.toFile(), "hdfs/localhost", "HTTP/localhost");
    kdc.createPrincipal(users.toFile(), "user/localhost");
    Configuration login = new Configuration();
    secure(login, daemons.toString());
    UserGroupInformation.setConfiguration(login);
    cluster =
        new BlockFileCluster(
            FileLife.NODES,
            conf -> {
              BlockFileCluster.retrySoon(conf);
              secure(conf, daemons.toString());
            });
    user =
        UserGroupInformation.loginUserFromKeytabAndReturnUGI(
            principal("user"), users.toString());
  }

  private static String principal(String name) {
    return name + "/localhost@" + kdc.getRealm();
  }

  private static void secure(Configuration conf, String keytab) {
    SecurityUtil.setAuthenticationMethod(AuthenticationMethod.KERBEROS, conf);
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.set(HdfsClientConfigKeys.DFS_DATA_TRANSFER_PROTECTION_KEY, "privacy");
    // As on a cluster with HTTPS alone, for which no certificates are made here.
    conf.setBoolean(DFSConfigKeys.IGNORE_SECURE_PORTS_FOR_TESTING_KEY, true);
    conf.set(DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY, principal("hdfs"));
    conf.set(DFSConfigKeys.DFS_NAMENODE_KEYTAB_FILE_KEY, keytab);
    conf.set(DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY, principal("hdfs"));
    conf.set(DFSConfigKeys.DFS_DATANODE_KEYTAB_FILE_KEY, keytab);
    conf.set(DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_PRINCIPAL_KEY, principal("HTTP"));
    conf.set(DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_KEYTAB_KEY, keytab);
  }

  @AfterAll
  static void stop() {
    cluster.close();
    kdc.stop();
    UserGroupInformation.reset();
    UserGroupInformation.setConfiguration(new Configuration());
  }

  @Test
  void filesLiveThere() throws Exception {
    assertThat(UserGroupInformation.getLoginUser().getAuthenticationMethod())
        .isEqualTo(AuthenticationMethod.KERBEROS);
    FileLife.of(cluster).live(new Path("/files"));
  }

  @Test
  void aUserChangesOwnFilesAlone() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK, 3);
    Path directory = cluster.directory("RS-3-2-64k", 2);
    Path file = new Path(directory, "own");
    Path other = new Path(directory, "other");
    cluster.write(other, bytes);
    cluster.fs().setPermission(other, new FsPermission((short) 0600));
    cluster.fs().setOwner(directory, "user", "user");
    try (DistributedFileSystem seen = as(user)) {
      try (var out = seen.create(file, true, 4096, (short) 1, BLOCK)) {
        out.write(bytes);
      }
      HealthChecks.awaitWhole(cluster, file, bytes);
      cluster.delete(cluster.member(file, 0, 1));
      try (var in = seen.open(file)) {
        assertThat(in.readAllBytes()).isEqualTo(bytes);
      }
      TransitionClient transitions = new TransitionClient(seen);
      transitions.begin(file, "RS-6-3-64k", TransitionRecord.NORMAL);
      BlockFileCluster.await("the end", () -> transitions.status(file).isEmpty());
      assertThat(seen.getErasureCodingPolicy(file).getName()).isEqualTo("RS-6-3-64k@2");
      assertThatThrownBy(() -> seen.open(other)).isInstanceOf(AccessControlException.class);
      assertThatThrownBy(
              () -> transitions.begin(other, "RS-6-3-64k", TransitionRecord.NORMAL))
          .isInstanceOf(AccessControlException.class);
    }
  }

  private static DistributedFileSystem as(UserGroupInformation caller)
      throws IOException, InterruptedException {
    return caller.doAs(
        (PrivilegedExceptionAction<DistributedFileSystem>)
            () ->
                (DistributedFileSystem)
                    FileSystem.newInstance(
                        cluster.mini().getURI(), cluster.mini().getConfiguration(0)));
  }
}
