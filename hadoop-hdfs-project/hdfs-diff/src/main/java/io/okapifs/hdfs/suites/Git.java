package io.okapifs.hdfs.suites;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Questions to the repository of the sources. */
final class Git {

  private final Path root;

  Git(Path root) {
    this.root = root;
  }

  String head() throws IOException {
    return ask("rev-parse", "HEAD").get(0);
  }

  /** The day of a commit, in its committer's time zone. */
  LocalDate dateOf(String commit) throws IOException {
    return LocalDate.parse(ask("show", "--no-patch", "--format=%cs", commit).get(0));
  }

  /** Whether everything that can change a result is committed: documents and records cannot. */
  boolean isClean() throws IOException {
    return ask("status", "--porcelain", "--", ".", ":!docs", ":!scripts/rules/upstream-*.txt")
        .isEmpty();
  }

  /** Files that differ from a commit, new ones with them. */
  List<String> changedSince(String commit) throws IOException {
    List<String> files = new ArrayList<>(ask("diff", "--name-only", commit, "--"));
    files.addAll(ask("ls-files", "--others", "--exclude-standard"));
    return files;
  }

  private List<String> ask(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Process git =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (git.waitFor() != 0) {
        throw new IOException("git failed: command=" + command);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return answer.lines().toList();
  }
}
