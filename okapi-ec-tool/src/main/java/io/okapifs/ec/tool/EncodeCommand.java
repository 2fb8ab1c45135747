package io.okapifs.ec.tool;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.tool.files.FolderEncoder;
import io.okapifs.ec.tool.files.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Encodes a local file. */
@Command(
    name = "encode",
    description = "Encodes a file into a folder: a block file per member, and a manifest.",
    mixinStandardHelpOptions = true)
final class EncodeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private FileOptions options;

  @Option(names = "--code", required = true, paramLabel = "CODE", description = "As LESS4-10-4.")
  private ErasureCode code;

  @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the blocks.")
  private Path folder;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE",
      description = "The file to encode; default: the only file in DIR.")
  private Path file;

  @Override
  public Integer call() throws IOException {
    Path source = file == null ? onlyFile() : file;
    if (!Files.isRegularFile(source)) {
      throw new IOException("no such file: file=" + source);
    }
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new NotDirectoryException(folder.toString());
    }
    Files.createDirectories(folder);
    long blockBytes;
    try (Progress progress = options.progress(spec)) {
      blockBytes = new FolderEncoder(code, source, progress).encodeInto(folder);
    }
    spec.commandLine().getOut()
        .printf(
            "encoded %s with %s into %s: %d blocks of %d bytes%n",
            source, code.name(), folder, code.n(), blockBytes);
    return 0;
  }

  private Path onlyFile() throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> files = entries.filter(Files::isRegularFile).sorted().toList();
      if (files.size() != 1) {
        throw new IOException(
            "not one file in the folder, name the one to encode: folder=" + folder + ", files="
                + files.size());
      }
      return files.get(0);
    }
  }
}
