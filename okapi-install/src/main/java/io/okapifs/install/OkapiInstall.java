package io.okapifs.install;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command line of an overlay archive. Exit codes: 0 for done, 1 for what could not be done or
 * is not as it should be, 2 for wrong use. An error is one line.
 */
@Command(
    name = "okapi-install",
    description = "Puts the jars of this archive into an installation of Hadoop or Spark.",
    synopsisSubcommandLabel = "COMMAND")
public final class OkapiInstall {

  private static final int FAILED = 1;
  private static final int WRONG_USE = 2;

  @Spec private CommandSpec spec;

  @Option(
      names = "--archive", hidden = true, required = true, scope = CommandLine.ScopeType.INHERIT,
      description = "The unpacked archive; its launcher says it.")
  private Path archive;

  @Option(
      names = {"-h", "--help"}, usageHelp = true, scope = CommandLine.ScopeType.INHERIT,
      description = "Shows this help.")
  private boolean help;

  private OkapiInstall() {}

  /** Runs a command; returns its exit code. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(new OkapiInstall())
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler((e, ignored) -> wrongUse(e))
        .setExecutionExceptionHandler(
            (e, command, parsed) -> {
              if (!(e instanceof IOException)) {
                throw e;
              }
              command.getErr().println(command.getCommandSpec().name() + ": " + e.getMessage());
              return FAILED;
            })
        .execute(args);
  }

  private static int wrongUse(ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String reason = e.getMessage().lines().findFirst().orElse("wrong use");
    e.getCommandLine().getErr().println(command + ": " + reason + "; see " + command + " --help");
    return WRONG_USE;
  }

  public static void main(String[] args) {
    System.exit(
        run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), args));
  }

  @Command(
      name = "install",
      description = "Replaces Apache's jars and keeps them in .okapi of the installation.")
  int install(@Parameters(paramLabel = "<folder>") Path folder) throws IOException {
    Installation installation = new Installation(folder);
    List<String> running = Running.in(installation.folder());
    List<Change> changes = installation.install(Overlay.of(archive));
    for (Change change : changes) {
      out().println(wordFor(change) + " " + change.path());
    }
    out().println("installed: " + installation.receipt().version());
    warnOf(running, installation);
    return 0;
  }

  private static String wordFor(Change change) {
    if (change.before() == null) {
      return "added   ";
    }
    return change.after() == null ? "removed " : "replaced";
  }

  @Command(
      name = "verify",
      description = "Compares the installed jars with what was installed.")
  int verify(@Parameters(paramLabel = "<folder>") Path folder) throws IOException {
    Installation installation = installed(folder);
    List<String> wrong = installation.differences();
    wrong.forEach(line -> out().println("WRONG " + line));
    out().println(
        "verified: " + installation.receipt().changes().size() + " files, wrong: " + wrong.size());
    return wrong.isEmpty() ? 0 : FAILED;
  }

  @Command(
      name = "status",
      description = "Says what is installed.")
  int status(@Parameters(paramLabel = "<folder>") Path folder) throws IOException {
    Installation installation = installed(folder);
    out().println("installed: " + installation.receipt().version());
    return 0;
  }

  @Command(
      name = "rollback",
      description = "Puts Apache's jars back.")
  int rollback(@Parameters(paramLabel = "<folder>") Path folder) throws IOException {
    Installation installation = new Installation(folder);
    List<String> running = Running.in(installation.folder());
    int files = installation.rollback().size();
    out().println(
        files == 0 ? "an interrupted change was taken back" : "taken back: " + files + " files");
    warnOf(running, installation);
    return 0;
  }

  private static Installation installed(Path folder) throws IOException {
    Installation installation = new Installation(folder);
    if (installation.receipt().isPending()) {
      throw new InstallException(
          "a change of " + installation.folder() + " was interrupted; rollback takes it back");
    }
    if (!installation.receipt().isThere()) {
      throw new InstallException("nothing is installed in " + installation.folder());
    }
    return installation;
  }

  private void warnOf(List<String> pids, Installation installation) {
    if (!pids.isEmpty()) {
      spec.commandLine().getErr().println(
          "processes " + pids + " have jars of " + installation.folder()
              + " open: they go on with the old ones until they are restarted");
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
