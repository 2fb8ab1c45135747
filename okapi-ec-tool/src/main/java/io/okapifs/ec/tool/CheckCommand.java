package io.okapifs.ec.tool;

import io.okapifs.ec.tool.files.EncodedFolder;
import io.okapifs.ec.tool.files.Progress;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Looks for missing and damaged blocks. */
@Command(
    name = "check",
    description = "Reads all blocks of a folder and names those that are damaged or missing.",
    mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private FileOptions options;
  @Mixin private FolderArguments folderArguments;

  @Override
  public Integer call() throws IOException {
    EncodedFolder folder = folderArguments.open();
    try (Progress progress = options.progress(spec)) {
      folder.check(progress);
    }
    spec.commandLine().getOut()
        .println("all " + folder.code().n() + " blocks are there and whole");
    return 0;
  }
}
