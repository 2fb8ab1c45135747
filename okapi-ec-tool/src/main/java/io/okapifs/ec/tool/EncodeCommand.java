package io.okapifs.ec.tool;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.tool.files.FolderEncoder;
import io.okapifs.ec.tool.files.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Encodes a local file. */
@Command(
    name = "encode",
    description = "Encodes one file into a folder: a block file per member, and a manifest.",
    mixinStandardHelpOptions = true)
final class EncodeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private FileOptions options;

  @Option(names = "--code", required = true, paramLabel = "CODE", description = "As LESS4-10-4.")
  private ErasureCode code;

  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "DIR",
      description = "The folder that gets the blocks; it is made where it is not there.")
  private Path folder;

  @Parameters(paramLabel = "FILE", description = "The file to encode.")
  private Path file;

  @Override
  public Integer call() throws IOException {
    checkFile();
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new NotDirectoryException(folder.toString());
    }
    Files.createDirectories(folder);
    long blockBytes;
    try (Progress progress = options.progress(spec)) {
      blockBytes = new FolderEncoder(code, file, progress).encodeInto(folder);
    }
    spec.commandLine().getOut()
        .printf(
            "encoded %s with %s into %s: %d blocks of %d bytes%n",
            file, code.name(), folder, code.n(), blockBytes);
    return 0;
  }

  private void checkFile() throws IOException {
    if (file.toString().equals(FileOptions.STANDARD_STREAM)) {
      throw new IOException(
          "standard input cannot be encoded, since a file is read twice; save it into a file"
              + " (./- is a file of that name)");
    } else if (Files.isDirectory(file)) {
      throw new IOException("a folder, not a file: file=" + file + "; encode takes one file");
    } else if (!Files.exists(file)) {
      throw new IOException("no such file: file=" + file);
    } else if (!Files.isRegularFile(file)) {
      throw new IOException(
          "a device or a pipe, not a file: file=" + file + "; save it into a file");
    }
  }
}
