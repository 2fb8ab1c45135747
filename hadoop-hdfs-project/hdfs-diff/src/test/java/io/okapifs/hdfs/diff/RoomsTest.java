package io.okapifs.hdfs.diff;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may know whom. */
final class RoomsTest {

  /** Of the JDK: kernels tell by it which they are. */
  private static final String JMX = "javax.management..";
  private static final String CODES = "io.okapifs.ec..";
  private static final String FIELD = "io.okapifs.ec.field..";
  private static final String KERNELS = "io.okapifs.ec.kernel..";
  /** What aspects call bears one. */
  private static final String MARKS = "io.okapifs";

  private static final String LAYOUT = "io.okapifs.hdfs.layout..";
  private static final String BENCHMARKS = "io.okapifs.bench..";
  private static final String DRIVERS = "io.okapifs.bench.driver..";

  private static final String SUITES = "io.okapifs.bench.dfsperf.suite..";
  private static final String TEXT = "io.okapifs.bench.text..";
  private static final String MODELS = "io.okapifs.bench.sim..";
  private static final String SETTINGS = "io.okapifs.bench.dfsperf.config..";

  private static JavaClasses ours;

  @BeforeAll
  static void readOurClasses() {
    ours = new ClassFileImporter().importPackages("io.okapifs");
  }

  @ParameterizedTest
  @ValueSource(strings = {CODES, FIELD, KERNELS, LAYOUT, BENCHMARKS, DRIVERS, SUITES})
  void everyRoomIsSeen(String room) {
    assertThat(ours.that(resideInAPackage(room))).isNotEmpty();
  }

  @Test
  void codesKnowNothingOfHadoop() {
    noClasses().that().resideInAPackage(CODES)
        .should().dependOnClassesThat(not(resideInAnyPackage(CODES, "java..", JMX)))
        .check(ours);
  }

  @Test
  void kernelsKnowTheFieldAndNoCode() {
    noClasses().that().resideInAPackage(KERNELS)
        .should().dependOnClassesThat(not(resideInAnyPackage(KERNELS, FIELD, "java..", JMX)))
        .check(ours);
  }

  @Test
  void layoutIsArithmeticOnPolicies() {
    noClasses().that().resideInAPackage(LAYOUT)
        .should().dependOnClassesThat(
            not(resideInAnyPackage(LAYOUT, CODES, MARKS, "java..", "org.apache.hadoop.io.erasurecode"))
                .and(not(nameOfPolicy())))
        .check(ours);
  }

  @Test
  void nothingKnowsTheBenchmarks() {
    noClasses().that().resideOutsideOfPackage(BENCHMARKS)
        .should().dependOnClassesThat().resideInAPackage(BENCHMARKS)
        .check(ours);
  }

  @Test
  void driversOfBenchmarksRunOnTheStockJars() {
    noClasses().that().resideInAPackage(DRIVERS)
        .should().dependOnClassesThat(
            resideInAPackage("io.okapifs..").and(not(resideInAPackage(DRIVERS))))
        .check(ours);
  }

  @Test
  void suitesRunOnAnyFileSystem() {
    noClasses().that().resideInAPackage(SUITES)
        .should().dependOnClassesThat(
            resideInAPackage("org.apache.hadoop.hdfs..")
                .or(
                    resideInAPackage("io.okapifs..")
                        .and(not(resideInAnyPackage(SUITES, SETTINGS, DRIVERS, MODELS, TEXT)))))
        .check(ours);
  }

  @Test
  void aRuleThatIsBrokenRings() {
    ArchRule layoutKnowsNoPolicy =
        noClasses().that().resideInAPackage(LAYOUT)
            .should().dependOnClassesThat(not(resideInAnyPackage(LAYOUT, "java..")));
    assertThatThrownBy(() -> layoutKnowsNoPolicy.check(ours))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("ErasureCodingPolicy");
  }

  private static DescribedPredicate<JavaClass> nameOfPolicy() {
    return DescribedPredicate.describe(
        "the policy of HDFS",
        type -> type.getName().equals("org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy"));
  }
}
