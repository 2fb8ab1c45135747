package io.okapifs.ec.tool;

import io.okapifs.ec.tool.files.EncodedFolder;
import io.okapifs.ec.tool.files.FolderDecoder;
import io.okapifs.ec.tool.files.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Puts an encoded file together again. */
@Command(
    name = "decode",
    description = "Puts the file together from the blocks of a folder; some may be missing or"
        + " damaged.",
    mixinStandardHelpOptions = true)
final class DecodeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private FileOptions options;
  @Mixin private FolderArguments folderArguments;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "The file to write; default: its old name, in DIR.")
  private Path file;

  @Override
  public Integer call() throws IOException {
    checkFile();
    EncodedFolder folder = folderArguments.open();
    Path target = file == null ? folder.path().resolve(folder.fileName()) : file;
    try (Progress progress = options.progress(spec)) {
      new FolderDecoder(folder, progress).decodeInto(target);
    }
    String damaged =
        folder.damaged().isEmpty()
            ? ""
            : ", damaged and not used: " + EncodedFolder.names(folder.damaged());
    spec.commandLine().getOut()
        .printf(
            "decoded %s with %s, %d blocks missing%s: its checksum is right%n",
            target, folder.code().name(), folder.missing().cardinality(), damaged);
    return 0;
  }

  private void checkFile() throws IOException {
    if (file != null && file.toString().equals(FileOptions.STANDARD_STREAM)) {
      throw new IOException(
          "a file cannot be decoded to standard output, since it gets its name once its checksum"
              + " is right; name a file (./- is one of that name)");
    } else if (file != null && Files.isDirectory(file)) {
      throw new IOException("a folder, not a file: file=" + file + "; name the file to write");
    }
  }
}
