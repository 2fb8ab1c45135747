package io.okapifs.ec.tool;

import io.okapifs.ec.tool.files.EncodedFolder;
import io.okapifs.ec.tool.files.FolderRepair;
import io.okapifs.ec.tool.files.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Rebuilds missing and damaged blocks. */
@Command(
    name = "repair",
    description = {
      "Rebuilds the missing blocks of a folder, and reads no more than that takes.",
      "Where none is missing, all are read, and damaged ones are rebuilt. So are those that turn"
          + " out to be damaged while they are read. What was damaged is kept as BLOCK.damaged."
    },
    mixinStandardHelpOptions = true)
final class RepairCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private FileOptions options;
  @Mixin private FolderArguments folderArguments;

  @Option(names = "--replace", description = "Write over damaged blocks, and keep none.")
  private boolean replaces;

  @Override
  public Integer call() throws IOException {
    EncodedFolder folder = folderArguments.open();
    PrintWriter out = spec.commandLine().getOut();
    long bytes;
    try (Progress progress = options.progress(spec)) {
      if (folder.lost().isEmpty()) {
        folder.check(progress);
      }
      if (folder.lost().isEmpty()) {
        out.println("no block is missing or damaged");
        return 0;
      }
      bytes = new FolderRepair(folder, replaces, progress).run();
    }
    folder.lost().stream().forEach(member -> out.println("rebuilt " + describe(folder, member)));
    out.println(costs(folder, bytes));
    return 0;
  }

  private static String costs(EncodedFolder folder, long bytes) {
    if (folder.blockBytes() == 0) {
      return "read 0 bytes: the blocks of an empty file are empty";
    }
    long ofAllData = folder.code().k() * folder.blockBytes();
    return String.format(
        Locale.ROOT, "read %d bytes, %.4g blocks; k = %d blocks are %d bytes (%.1f%%)", bytes,
        (double) bytes / folder.blockBytes(), folder.code().k(), ofAllData,
        100.0 * bytes / ofAllData);
  }

  private String describe(EncodedFolder folder, int member) {
    Path block = folder.blockOf(member);
    if (!folder.damaged().get(member)) {
      return block.toString();
    }
    return block + (replaces ? ", which was damaged" : ", damaged: " + FolderRepair.asideOf(block));
  }
}
