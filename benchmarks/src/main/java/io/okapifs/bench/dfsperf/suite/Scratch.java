package io.okapifs.bench.dfsperf.suite;

import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** Suites whose files nobody reads later. They lie in a folder of the suite's name. */
abstract class Scratch implements Suite {

  private final String name;
  private final boolean isOfTask;

  /**
   * @param isOfTask whether each slave has a folder of its own
   */
  Scratch(String name, boolean isOfTask) {
    this.name = name;
    this.isOfTask = isOfTask;
  }

  @Override
  public final String name() {
    return name;
  }

  private Path all(Path workspace) {
    return new Path(workspace, name.toLowerCase(Locale.ROOT));
  }

  @Override
  public final Path folder(Path workspace, int task) {
    return isOfTask ? new Path(all(workspace), String.valueOf(task)) : all(workspace);
  }

  @Override
  public final Optional<Path> garbage(Path workspace) {
    return Optional.of(all(workspace));
  }

  /** Where files lie that all slaves share, or without shuffling only threads of one. */
  static Path shared(Scope scope, Path folder) {
    return scope.config().is(CommonKeys.SHUFFLE)
        ? folder
        : new Path(folder, String.valueOf(scope.task()));
  }
}
