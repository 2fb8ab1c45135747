package io.okapifs.ec.tool;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.tool.files.EncodedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which folder of blocks a command works on. */
final class FolderArguments {
  @Option(
      names = "--code",
      paramLabel = "CODE",
      description = "Refuses a folder that was encoded with another code.")
  private ErasureCode code;

  @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the blocks.")
  private Path path;

  EncodedFolder open() throws IOException {
    if (path.toString().equals(FileOptions.STANDARD_STREAM)) {
      throw new IOException("blocks are in a folder, not on standard input: name the folder");
    }
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new NotDirectoryException(path.toString());
    }
    EncodedFolder folder = EncodedFolder.open(path);
    if (code != null) {
      folder.checkCode(code);
    }
    return folder;
  }
}
