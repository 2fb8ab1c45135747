package io.okapifs.ec.tool;

import io.okapifs.ec.BuildInfo;
import io.okapifs.ec.EcException;
import io.okapifs.ec.code.ErasureCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/**
 * The command line of the codes; a command is a class and a line here.
 *
 * <p>Exit codes: 0 for done, 1 for what could not be done, 2 for wrong use; check has two more. An
 * error is one line.
 */
@Command(
    name = "okapi-ec",
    description = "Erasure codes: what they are, what they cost, and files encoded with them.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      CodesCommand.class,
      DescribeCommand.class,
      TablesCommand.class,
      TestCommand.class,
      SearchCommand.class,
      VectorsCommand.class,
      EncodeCommand.class,
      DecodeCommand.class,
      RepairCommand.class,
      CheckCommand.class
    })
public final class OkapiEc {
  @Mixin private CodeJars codes = new CodeJars();

  static final int FAILED = 1;
  private static final int WRONG_USE = 2;

  private OkapiEc() {}

  CodeJars codes() {
    return codes;
  }

  /** Runs a command; returns its exit code. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    OkapiEc command = new OkapiEc();
    CommandLine commandLine = new CommandLine(command);
    tellVersion(commandLine);
    commandLine
        .setOut(out)
        .setErr(err)
        .registerConverter(ErasureCode.class, new CodeName())
        .setParameterExceptionHandler((e, ignored) -> wrongUse(e))
        .setExecutionExceptionHandler((e, failing, parsed) -> failed(e, failing));
    try {
      return commandLine.execute(args);
    } finally {
      command.codes.unload();
    }
  }

  private static void tellVersion(CommandLine command) {
    command.getCommandSpec().version(
        "okapi-ec " + BuildInfo.version() + ", commit " + BuildInfo.commit());
    command.getSubcommands().values().forEach(OkapiEc::tellVersion);
  }

  private static int wrongUse(ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String reason = oneLine(e.getMessage());
    e.getCommandLine().getErr().println(command + ": " + reason + "; see " + command + " --help");
    return WRONG_USE;
  }

  private static int failed(Exception e, CommandLine command) {
    command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + reasonOf(e));
    if (!(e instanceof IOException || e instanceof EcException)) {
      e.printStackTrace(command.getErr());
    }
    return FAILED;
  }

  /** Those of the file system tell what happened by their class alone. */
  private static String reasonOf(Exception e) {
    if (e instanceof FileSystemException failure && failure.getReason() == null) {
      return whatHappened(failure) + ": file=" + failure.getFile();
    }
    return e.getMessage() == null ? e.toString() : oneLine(e.getMessage());
  }

  private static String whatHappened(FileSystemException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file";
    } else if (e instanceof FileAlreadyExistsException) {
      return "the file exists already, and nothing is overwritten; move it away";
    } else if (e instanceof AccessDeniedException) {
      return "access denied";
    } else if (e instanceof NotDirectoryException) {
      return "not a folder";
    } else if (e instanceof DirectoryNotEmptyException) {
      return "the folder is not empty";
    }
    return "file system error " + e.getClass().getSimpleName();
  }

  private static String oneLine(String message) {
    return message.lines().map(String::strip).reduce((a, b) -> a + " " + b).orElse("");
  }

  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true);
    int code = run(out, new PrintWriter(System.err, true), args);
    out.flush();
    System.exit(code);
  }
}
