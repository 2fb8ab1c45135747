package io.okapifs.ec.tool;

import io.okapifs.ec.tool.files.EncodedFolder;
import io.okapifs.ec.tool.files.FolderRepair;
import io.okapifs.ec.tool.files.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Rebuilds missing blocks. */
@Command(
    name = "repair",
    description = "Rebuilds the missing blocks of a folder, and reads no more than that takes.",
    mixinStandardHelpOptions = true)
final class RepairCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private FileOptions options;
  @Mixin private FolderArguments folderArguments;

  @Override
  public Integer call() throws IOException {
    EncodedFolder folder = folderArguments.open();
    PrintWriter out = spec.commandLine().getOut();
    if (folder.missing().isEmpty()) {
      out.println("no block is missing; okapi-ec check tells whether one is damaged");
      return 0;
    }
    long bytes;
    try (Progress progress = options.progress(spec)) {
      bytes = new FolderRepair(folder, progress).run();
    }
    folder.missing().stream().mapToObj(folder::blockOf).forEach(b -> out.println("rebuilt " + b));
    long ofAllData = folder.code().k() * folder.blockBytes();
    out.printf(
        Locale.ROOT, "read %d bytes, %.4g blocks; k = %d blocks are %d bytes (%.1f%%)%n", bytes,
        (double) bytes / folder.blockBytes(), folder.code().k(), ofAllData,
        100.0 * bytes / ofAllData);
    return 0;
  }
}
