package io.okapifs.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.maven.surefire.api.provider.ProviderParameters;
import org.apache.maven.surefire.junitplatform.JUnitPlatformProvider;

/**
 * Surefire's provider for JUnit, with the classes in the order of their costs: Surefire itself
 * knows no order but those of names and of its own last run, which a fresh checkout has not. Its
 * forks take the classes one after the other. Settings, among the properties of the plugin:
 * {@value #TABLE}, {@value #FORKS}.
 */
public final class OrderedProvider extends JUnitPlatformProvider {

  private static final String TABLE = "costTable";
  private static final String FORKS = "costForks";

  private final Map<String, String> settings;

  public OrderedProvider(ProviderParameters parameters) {
    super(parameters);
    settings = parameters.getProviderProperties();
  }

  @Override
  public Iterable<Class<?>> getSuites() {
    List<Class<?>> classes = new ArrayList<>();
    super.getSuites().forEach(classes::add);
    Path table = Path.of(settings.getOrDefault(TABLE, ""));
    if (!Files.isRegularFile(table)) {
      return classes;
    }
    try {
      Map<String, Cost> costs = Cost.read(table);
      int forks = Integer.parseInt(settings.getOrDefault(FORKS, "1"));
      return new Schedule(forks, Runtime.getRuntime().availableProcessors())
          .order(classes, each -> costs.getOrDefault(each.getName(), Cost.UNKNOWN));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
