package io.okapifs.hdfs.testing;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ModifierSupport;

/** Starts the clusters of fields with {@link Cluster}, and has JUnit close them. */
final class ClusterExtension implements BeforeAllCallback, BeforeEachCallback {

  private static final Namespace CLUSTERS = Namespace.create(ClusterExtension.class);

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    fill(context, ModifierSupport::isStatic, null);
  }

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    fill(context, ModifierSupport::isNotStatic, context.getRequiredTestInstance());
  }

  /** Fields of a superclass are filled as well. */
  private static void fill(ExtensionContext context, Predicate<Field> which, Object instance)
      throws Exception {
    for (Field field :
        AnnotationSupport.findAnnotatedFields(
            context.getRequiredTestClass(), Cluster.class, which)) {
      Cluster asked = field.getAnnotation(Cluster.class);
      BlockFileCluster cluster = start(asked);
      // JUnit closes what is in the store when the class or the case is over, behind all methods.
      context.getStore(CLUSTERS).put(field, (AutoCloseable) () -> end(cluster));
      for (String code : asked.codes()) {
        cluster.addPolicy(code);
      }
      if (asked.failRepairs()) {
        BlockFileCluster.failRepairs();
      }
      field.setAccessible(true);
      field.set(instance, cluster);
    }
  }

  private static BlockFileCluster start(Cluster asked) throws IOException {
    Consumer<Configuration> settings = ClusterSettings.of(asked.settings());
    int nodes = asked.dataNodes();
    String[] racks = asked.racks();
    if (racks.length == 0) {
      return new BlockFileCluster(nodes, settings);
    }
    String[] rackOfNode = new String[nodes];
    Arrays.setAll(rackOfNode, node -> racks[node % racks.length]);
    return new BlockFileCluster(rackOfNode, settings);
  }

  /** What makes repairs fail belongs to the JVM and would outlive the cluster. */
  private static void end(BlockFileCluster cluster) {
    BlockFileCluster.allowRepairs();
    cluster.close();
  }
}
