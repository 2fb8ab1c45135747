package io.okapifs.ec.tool;

import io.okapifs.ec.code.ErasureCode;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Rebuilds missing blocks. */
@Command(
    name = "repair",
    description = "Rebuilds the missing blocks of a folder, and reads no more than that takes.",
    mixinStandardHelpOptions = true)
final class RepairCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private FileOptions options;

  @Option(
      names = "--code",
      paramLabel = "CODE",
      description = "Refuses a folder that was encoded with another code.")
  private ErasureCode code;

  @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the blocks.")
  private Path path;

  @Override
  public Integer call() throws IOException {
    EncodedFolder folder = EncodedFolder.open(path);
    if (code != null) {
      folder.checkCode(code);
    }
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
