package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.StripeView;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import picocli.CommandLine.Option;

/**
 * `hdfs ec -listFiles [-decoupled | -coupled | -replicated] -path P [-h] [-json]`. Directories are
 * read in pieces as the NameNode gives them out, so a tree of any size takes as much memory as it
 * is deep.
 */
final class ListFilesCommand extends EcCommand {

  private static final String NONE = "-";

  @Option(names = "-decoupled")
  private boolean decoupled;

  @Option(names = "-coupled")
  private boolean coupled;

  @Option(names = "-replicated")
  private boolean replicated;

  @Option(names = "-path", required = true, paramLabel = "<path>")
  private String path;

  @Option(names = "-h")
  private boolean forPeople;

  @Option(names = "-json")
  private boolean json;

  ListFilesCommand() {
    super(
        "-listFiles", "[-decoupled] [-coupled] [-replicated] -path <path> [-h] [-json]", "-path");
  }

  /**
   * As it is printed; its components are the keys of the JSON view.
   *
   * @param path absolute path in the file system
   * @param form decoupled, coupled or replicated
   * @param policy without the stripe width; null where the file is replicated
   * @param stripeWidth null where the file has none
   * @param length in bytes
   */
  record ListedFile(String path, Form form, String policy, Integer stripeWidth, long length) {

    /** How a file is stored. */
    enum Form { decoupled, coupled, replicated }

    static ListedFile of(FileStatus file) {
      String path = file.getPath().toUri().getPath();
      Optional<StripeView> view = FileForm.viewOf(file);
      if (view.isPresent()) {
        return new ListedFile(
            path, Form.decoupled, view.get().group().name(), view.get().stripeWidth(),
            file.getLen());
      }
      Optional<ErasureCodingPolicy> policy = FileForm.policyOf(file);
      return new ListedFile(
          path, policy.isPresent() ? Form.coupled : Form.replicated,
          policy.map(ErasureCodingPolicy::getName).orElse(null), null, file.getLen());
    }
  }

  @Override
  String description() {
    return "List the files in and below a directory, one per line: policy, stripe width, length in"
        + " bytes and\npath, with tabs between them, and - where a file has none. -decoupled lists"
        + " those with a stripe width\nof their own, -coupled those in HDFS's own striped layout,"
        + " -replicated the others; without any of\nthese all. Snapshots are not looked into.\n";
  }

  @Override
  int execute(Configuration conf) throws IOException {
    Targets targets = Targets.of(conf, path);
    for (Path top : targets.paths()) {
      FileWalk.visit(targets.hdfs(), top, this::print);
    }
    return 0;
  }

  private void print(FileStatus status) throws IOException {
    ListedFile file = ListedFile.of(status);
    if (isAskedFor(file.form())) {
      System.out.print(json ? JsonView.line(file) : text(file) + "\n");
    }
  }

  private boolean isAskedFor(ListedFile.Form form) {
    boolean any = !decoupled && !coupled && !replicated;
    return any
        || switch (form) {
          case decoupled -> decoupled;
          case coupled -> coupled;
          case replicated -> replicated;
        };
  }

  private String text(ListedFile file) {
    return String.join(
        "\t", file.policy() == null ? NONE : file.policy(),
        file.stripeWidth() == null ? NONE : file.stripeWidth().toString(),
        forPeople ? SpaceTable.size(file.length()) : Long.toString(file.length()), file.path());
  }
}
