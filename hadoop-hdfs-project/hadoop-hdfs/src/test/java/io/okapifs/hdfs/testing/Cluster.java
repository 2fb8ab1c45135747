package io.okapifs.hdfs.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A field of a test class that holds a {@link BlockFileCluster} while the tests run. A static field
 * holds one for all cases of the class, an instance field a new one for each case. It is there
 * before the methods with {@code @BeforeAll} or {@code @BeforeEach} run, and is closed after those
 * with {@code @AfterAll} or {@code @AfterEach}, whether cases failed or not. A class has one such
 * field: the policies of a JVM are those of its one cluster.
 */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ClusterExtension.class)
public @interface Cluster {

  /** How many DataNodes there are. */
  int dataNodes();

  /** Racks on which the DataNodes are in turn; by default all are on the one that HDFS gives. */
  String[] racks() default {};

  /**
   * Codes, such as LESS2-4-2, whose policies are enabled, with cells of
   * {@link BlockFileCluster#CELL} bytes; by default just RS-3-2 and RS-6-3, which are always there.
   */
  String[] codes() default {};

  /**
   * Settings of NameNode, DataNodes and client, as {@link ClusterSettings#of} reads them; they
   * override those that every {@link BlockFileCluster} has. By default there are none.
   */
  String[] settings() default {};

  /**
   * Whether every repair fails from the start on, until the cluster ends or the test calls
   * {@link BlockFileCluster#allowRepairs}; by default repairs are done.
   */
  boolean failRepairs() default false;
}
