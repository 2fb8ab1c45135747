package io.okapifs.ec.tool;

import io.okapifs.ec.tool.files.EncodedFolder;
import io.okapifs.ec.tool.files.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Looks for missing and damaged blocks. */
@Command(
    name = "check",
    description = "Reads all blocks of a folder and names those that are damaged or missing.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:all blocks are there and whole",
      "3:some are damaged or missing, and can be rebuilt",
      "4:too many are"
    },
    mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
  private static final int REPAIRABLE = 3;
  private static final int NOT_REPAIRABLE = 4;

  @Spec private CommandSpec spec;
  @Mixin private FileOptions options;
  @Mixin private FolderArguments folderArguments;

  @Override
  public Integer call() throws IOException {
    EncodedFolder folder = folderArguments.open();
    try (Progress progress = options.progress(spec)) {
      folder.check(progress);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (folder.lost().isEmpty()) {
      out.println("all " + folder.code().n() + " blocks are there and whole");
      return 0;
    }
    boolean repairable = folder.isRepairable();
    out.printf(
        "%d of %d blocks are lost: missing=%s, damaged=%s; %s%n", folder.lost().cardinality(),
        folder.code().n(), EncodedFolder.names(folder.missing()),
        EncodedFolder.names(folder.damaged()),
        repairable ? "okapi-ec repair rebuilds them" : "too many to be rebuilt");
    return repairable ? REPAIRABLE : NOT_REPAIRABLE;
  }
}
