package io.okapifs.ec.tool;

import picocli.CommandLine.Option;

/** How a command prints; for people where nothing is said. At most one of them. */
class Form {
  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Option(names = "--csv", description = "Prints CSV, with a header line.")
  private boolean csv;

  boolean isJson() {
    return json;
  }

  boolean isForPeople() {
    return !json && !csv;
  }

  /** Where the form for people is Markdown. */
  static final class OrMarkdown extends Form {
    @Option(names = "--markdown", description = "Prints Markdown, the default.")
    private boolean markdown;
  }
}
