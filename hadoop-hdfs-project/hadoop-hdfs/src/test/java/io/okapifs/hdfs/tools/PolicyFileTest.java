package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.EcException;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.hdfs.tools.EcRun.Outcome;
import io.okapifs.io.PreferredCoders;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ECTopologyVerifierResult;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyState;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.common.ECTopologyVerifier;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.StockEdits;
import org.apache.hadoop.hdfs.util.ECPolicyLoader;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The codes of okapi-ec as policies of a NameNode: added from files, listed, told, refused. */
class PolicyFileTest {

  private static final java.nio.file.Path SHIPPED =
      java.nio.file.Path.of("../../conf/okapi-ec-policies.xml").toAbsolutePath().normalize();

  private static final String CELL = "-1024k";

  @TempDir static java.nio.file.Path folder;

  private static Configuration conf;
  private static MiniDFSCluster cluster;
  private static List<String> shipped;
  private static int directories;

  @BeforeAll
  static void start() throws Exception {
    conf = new Configuration();
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
    cluster.waitActive();
    shipped = new ECPolicyLoader().loadPolicy(SHIPPED.toString()).stream()
        .map(policy -> ErasureCodingPolicy.composePolicyName(
            policy.getSchema(), policy.getCellSize()))
        .toList();
    Outcome added = ec("-addPolicies", "-policyFile", SHIPPED.toString());
    assertThat(added.exitCode()).isZero();
    assertThat(added.out()).containsExactlyElementsOf(
        shipped.stream().map(name -> "Add ErasureCodingPolicy " + name + " succeed.").toList());
    assertThat(added.err()).isEmpty();
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.shutdown(true);
    }
  }

  @Test
  void everyShippedPolicyIsKnownByTheNameOfItsCodeAfterRestartsAsWell() throws Exception {
    for (String name : shipped) {
      String code = name.substring(0, name.length() - CELL.length());
      assertThat(name).endsWith(CELL);
      assertThat(CodeRegistry.byName(code).name()).isEqualTo(code);
    }
    Map<String, ErasureCodingPolicyState> before = states();
    assertThat(before.keySet()).containsAll(shipped);
    cluster.restartNameNode(true);
    assertThat(states()).isEqualTo(before);
    hdfs().setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    hdfs().saveNamespace();
    cluster.restartNameNode(true);
    assertThat(states()).isEqualTo(before);
    assertThat(ec("-listPolicies").out())
        .anyMatch(line -> line.contains("AZURE-LRC2-12-4-1024k"))
        .anyMatch(line -> line.contains("LESS4-120-4-1024k"));
  }

  @Test
  void everyShippedPolicyCanBeEnabled() throws Exception {
    for (String name : shipped) {
      assertThat(ec("-enablePolicy", "-policy", name).exitCode()).as(name).isZero();
      assertThat(states().get(name)).isEqualTo(ErasureCodingPolicyState.ENABLED);
    }
    assertThat(shipped).hasSize(22);
  }

  @ParameterizedTest
  @CsvSource({
    "AZURE-LRC2-12-4-1024k, 12", "XORBAS5-10-6-1024k, 10", "SHEC3-6-4-1024k, 6",
    "FLATXOR3-10-5-1024k, 10", "LESS4-10-4-1024k, 10", "CLAY-6-3-1024k, 6"
  })
  void whereNotAnyKBlocksAreEnoughTheStripeWidthIsKUnlessItIsGiven(String policy, int k)
      throws Exception {
    hdfs().enableErasureCodingPolicy(policy);
    assertThat(policyOfNewDirectory(policy)).containsExactly(policy, "Stripe width: " + k);
    assertThat(policyOfNewDirectory(policy + "@3")).containsExactly(policy, "Stripe width: 3");
  }

  @Test
  void codesThatHadoopCanCodeWithMayBeCoupled() throws Exception {
    hdfs().enableErasureCodingPolicy("RS-VAND-6-3-1024k");
    assertThat(policyOfNewDirectory("RS-VAND-6-3-1024k")).containsExactly("RS-VAND-6-3-1024k");
  }

  @Test
  void codesTooWideForAStripeAreRefusedWithoutAWidth() throws Exception {
    add("flatxor4", 20, 6);
    String policy = "FLATXOR4-20-6-1024k";
    hdfs().enableErasureCodingPolicy(policy);
    Path directory = newDirectory();
    Outcome outcome =
        ec("-setPolicy", "-path", directory.toString(), "-policy", policy);
    assertThat(outcome.exitCode()).isEqualTo(3);
    assertThat(outcome.err()).singleElement().asString()
        .contains(policy, "26 blocks per group", "give a stripe width of 1..16");
    assertThat(hdfs().getErasureCodingPolicy(directory)).isNull();
    assertThat(policyOfNewDirectory(policy + "@5")).containsExactly(policy, "Stripe width: 5");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "less4|10|1|unsupported code: codec=less4, k=10, r=1",
    "rs-vand|30|4|k<=21 for r=4",
    "azure-lrc2|12|2|unsupported code: codec=azure-lrc2, k=12, r=2",
    "xorbas5|12|6|s dividing k",
    "shec3|20|4|unsupported code: codec=shec3, k=20, r=4",
    "clay|300|4|unsupported code: codec=clay, k=300, r=4",
    "xor|3|2|unsupported code: codec=xor, k=3, r=2",
    "fmsr|4|2|it can be simulated only",
    "jerasure-vand|6|3|Codec jerasure-vand is not for policies",
    "hhxor|10|4|Codec name hhxor is not supported",
    "less|10|4|Codec name less is not supported",
  })
  void impossibleParametersAreRefusedWithOneErrorAndNothingChanges(
      String codec, int k, int r, String why) throws Exception {
    Map<String, ErasureCodingPolicyState> before = states();
    Outcome outcome = add(codec, k, r);
    assertThat(outcome.out()).singleElement().asString()
        .startsWith("Add ErasureCodingPolicy " + codec.toUpperCase(Locale.ROOT) + "-" + k + "-" + r)
        .contains("failed", why);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).singleElement().asString()
        .startsWith("-addPolicies: not added: " + codec.toUpperCase(Locale.ROOT) + "-" + k + "-" + r);
    assertThat(states()).isEqualTo(before);
  }

  /** As the shell names files: HDFS wants an absolute path. */
  @Test
  void aPolicyFileIsNamedFromTheWorkingDirectory() throws Exception {
    java.nio.file.Path here = java.nio.file.Path.of("").toAbsolutePath();
    String relative = here.relativize(SHIPPED.toAbsolutePath()).toString();
    assertThat(relative).doesNotStartWith("/");
    Outcome outcome = ec("-addPolicies", "-policyFile", relative);
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).hasSameSizeAs(shipped);
  }

  /** XOR with two parities makes no sense, but HDFS takes it, so that its edits may have it. */
  @Test
  void whatAStockNameNodeAddedIsReplayedAndUsedAsBefore() throws Exception {
    ErasureCodingPolicy stock =
        new ErasureCodingPolicy(new ECSchema("xor", 4, 2), 1 << 20);
    ErasureCodingPolicy added = StockEdits.addPolicy(cluster.getNamesystem(), stock);
    cluster.restartNameNode(true);
    assertThat(states()).containsEntry(added.getName(), ErasureCodingPolicyState.DISABLED);
    hdfs().enableErasureCodingPolicy(added.getName());
    assertThat(policyOfNewDirectory(added.getName())).containsExactly(added.getName());
    Outcome outcome =
        ec("-setPolicy", "-path", newDirectory().toString(), "-policy", added.getName() + "@2");
    assertThat(outcome.exitCode()).isEqualTo(3);
    assertThat(outcome.err()).singleElement().asString()
        .contains("can have no stripe width: unsupported code: codec=xor, k=4, r=2");
  }

  @Test
  void codecsAreListedWithTheirParametersAndTheCoderInUse() throws Exception {
    Outcome outcome = ec("-listCodecs");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out().get(0)).isEqualTo("Erasure Coding Codecs: Codec [Coder List]");
    List<String> lines = outcome.out().stream().skip(1).map(String::trim).toList();
    List<String> codecs = lines.stream().map(line -> line.split(" ")[0]).toList();
    assertThat(codecs).isSorted().doesNotHaveDuplicates().contains("RS", "LESS<ALPHA>", "XOR");
    assertThat(lines).contains(
        "RS-VAND [RS-VAND_OKAPI], in use: okapi on " + Kernels.best().name() + ": k<=255 for r=1"
            + " and r=2, k<=252 for r=3, k<=21 for r=4, k<=5 for r=5, k<=4 for r=6");
    assertThat(lines).allMatch(line -> line.matches(".*\\[.+], in use: okapi on \\w+: .+"));
  }

  @Test
  void whatIsNoHdfsIsOneSentence() throws Exception {
    Configuration conf = new Configuration(cluster.getConfiguration(0));
    conf.set("fs.defaultFS", "file:///");
    Outcome outcome = EcRun.run(conf, "-listCodecs");
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).singleElement().asString().startsWith("-listCodecs: ");
  }

  /** A codec is listed where some code of it may be stored with. */
  @Test
  void aCodecThatPoliciesMayNotHaveIsNotListed() throws Exception {
    Set<String> listed = cluster.getFileSystem().getAllErasureCodingCodecs().keySet();
    for (String codec : CodeRegistry.codecNames()) {
      assertThat(listed.contains(codec)).as(codec).isEqualTo(isStored(codec));
    }
  }

  private static boolean isStored(String codec) {
    for (int number = 2; number < 9; number++) {
      for (int k = 2; k <= 10; k++) {
        for (int r = 1; r <= 6; r++) {
          try {
            return CodeRegistry.create(codec.replaceAll("<.*>", "" + number), k, r)
                .whyNotStored().isEmpty();
          } catch (EcException e) {
            // Another one may exist.
          }
        }
      }
    }
    throw new AssertionError("no code of " + codec);
  }

  @Test
  void hadoopsCodersAreToldWhereTheyAreInUse() throws Exception {
    Configuration conf = new Configuration(cluster.getConfiguration(0));
    conf.setBoolean(PreferredCoders.CLIENT_KEY, false);
    assertThat(EcRun.run(conf, "-listCodecs").out())
        .anyMatch(line -> line.startsWith("\tRS [") && line.contains(
            "in use: Hadoop's, and with a stripe width okapi on " + Kernels.best().name()));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "AZURE-LRC2-12-4-1024k|6|16|The cluster setup can support EC policies: AZURE-LRC2-12-4-1024k",
    "AZURE-LRC2-12-4-1024k|5|16|6 racks are required for AZURE-LRC2-12-4-1024k, which surely"
        + " survives 3 losses of a group. The number of racks is only 5.",
    "AZURE-LRC2-12-4-1024k|5|15|16 DataNodes are required for the erasure coding policies:"
        + " AZURE-LRC2-12-4-1024k. The number of DataNodes is only 15.",
    "RS-12-3-1024k|5|15|The cluster setup can support EC policies: RS-12-3-1024k"
  })
  void aClusterNeedsRacksForWhatACodeSurelySurvives(
      String policy, int racks, int dataNodes, String message) {
    ECTopologyVerifierResult result =
        ECTopologyVerifier.getECTopologyVerifierResult(
            racks, dataNodes, List.of(ErasureCodingPolicyManager.getInstance().getByName(policy)));
    assertThat(result.getResultMessage()).isEqualTo(message);
    assertThat(result.isSupported()).isEqualTo(message.startsWith("The cluster setup"));
  }

  @Test
  void clusterSetupIsVerifiedForAPolicyByItsName() throws Exception {
    Outcome outcome = ec("-verifyClusterSetup", "-policy", "SHEC3-6-4-1024k");
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).anyMatch(line -> line.startsWith("10 DataNodes are required"));
  }

  @Test
  void aPolicyIsDescribedPositionByPosition() throws Exception {
    Outcome outcome = ec("-describePolicy", "BUTTERFLY-5-2-1024k");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains(
            "  cells      1048576 bytes",
            "  tolerance  any 2 losses of a group",
            "  overhead   1.400 bytes stored per byte of data",
            "  layout     with a stripe width, 5 where none is given",
            "  repair     3.286 (3.000 to 5.000) blocks read in 18.000 (6.000 to 48.000) seeks")
        .anyMatch(line -> line.startsWith("BUTTERFLY-5-2-1024k, "))
        .noneMatch(line -> line.startsWith("  unusable"));
    assertThat(column(outcome, 2))
        .containsExactly("3.000", "3.000", "3.000", "3.000", "3.000", "3.000", "5.000");
  }

  @Test
  void whatIsReadAndHowManyLossesAreSurvivedIsThatOfTheCode() throws Exception {
    Outcome shec = ec("-describePolicy", "SHEC3-6-4-1024k@2");
    assertThat(shec.out()).noneMatch(line -> line.contains("unusable"));
    assertThat(column(shec, 2)).hasSize(10).containsOnly("3.000");
    assertThat(column(shec, 3)).hasSize(10).containsOnly("3");
    Outcome rs = ec("-describePolicy", "RS-30-3-1024k");
    assertThat(rs.out()).contains("  layout     with a stripe width, which must be given");
    assertThat(column(rs, 3)).hasSize(33).containsOnly("30");
    assertThat(ec("-describePolicy", "RS-6-3-1024k").out())
        .contains("  layout     HDFS's own, or with a stripe width");
    assertThat(ec("-describePolicy", "AZURE-LRC2-12-4-1024k").out())
        .contains("  tolerance  any 3 losses of a group")
        .anyMatch(line -> line.startsWith("  repair     6.750 (6.000 to "));
  }

  @Test
  void anUnknownPolicyIsNotDescribed() throws Exception {
    Outcome outcome = ec("-describePolicy", "NO-1-1-1k");
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).singleElement().asString().contains("knows no policy NO-1-1-1k");
  }

  /** The lines of the table of positions, by column. */
  private static List<String> column(Outcome outcome, int number) {
    return outcome.out().stream()
        .filter(line -> line.startsWith("data ") || line.startsWith("parity "))
        .map(line -> line.split(" +")[number])
        .toList();
  }

  private static List<String> policyOfNewDirectory(String policy) throws Exception {
    Path directory = newDirectory();
    Outcome outcome = ec("-setPolicy", "-path", directory.toString(), "-policy", policy);
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    return ec("-getPolicy", "-path", directory.toString()).out();
  }

  private static Path newDirectory() throws Exception {
    Path directory = new Path("/d" + directories++);
    hdfs().mkdirs(directory);
    return directory;
  }

  private static Outcome add(String codec, int k, int r) throws Exception {
    java.nio.file.Path file = Files.writeString(
        folder.resolve(codec + k + "-" + r + ".xml"),
        """
        <?xml version="1.0"?>
        <configuration>
          <layoutversion>1</layoutversion>
          <schemas>
            <schema id="S"><codec>%s</codec><k>%d</k><m>%d</m></schema>
          </schemas>
          <policies>
            <policy><schema>S</schema><cellsize>1048576</cellsize></policy>
          </policies>
        </configuration>
        """.formatted(codec, k, r));
    return ec("-addPolicies", "-policyFile", file.toString());
  }

  private static Map<String, ErasureCodingPolicyState> states() throws Exception {
    Map<String, ErasureCodingPolicyState> states = new TreeMap<>();
    for (ErasureCodingPolicyInfo info : hdfs().getClient().getErasureCodingPolicies()) {
      states.put(info.getPolicy().getName(), info.getState());
    }
    return states;
  }

  private static DistributedFileSystem hdfs() throws Exception {
    return cluster.getFileSystem();
  }

  private static Outcome ec(String... args) throws Exception {
    return EcRun.run(cluster.getConfiguration(0), args);
  }
}
