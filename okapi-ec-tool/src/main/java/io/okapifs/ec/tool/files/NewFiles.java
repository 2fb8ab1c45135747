package io.okapifs.ec.tool.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Files that get their names together, once all of them are whole and on the disk. Before that they
 * have temporary names beside them, which {@link #close} removes. No file is overwritten that is
 * not to be replaced.
 */
final class NewFiles implements Closeable {

  /**
   * @param aside where the file goes that has the name now; the name itself where it is written
   *     over, null where there must be none
   */
  private record NewFile(Path name, Path aside, Path temporaryName, FileChannel channel) {}

  private final List<NewFile> files = new ArrayList<>();

  /** A file that will get this name; refused where the name is taken. */
  FileChannel create(Path name) throws IOException {
    refuseTaken(name);
    return add(name, null);
  }

  /** A file that will get this name, and be written over the one that has it. */
  FileChannel replace(Path name) throws IOException {
    return add(name, name);
  }

  /** A file that will get this name; the one that has it is moved, refused where that is taken. */
  FileChannel replace(Path name, Path aside) throws IOException {
    refuseTaken(aside);
    return add(name, aside);
  }

  private FileChannel add(Path name, Path aside) throws IOException {
    Path folder = name.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder)) {
      throw new NotDirectoryException(folder.toString());
    }
    Path temporaryName =
        name.resolveSibling(name.getFileName() + "." + UUID.randomUUID() + ".part");
    FileChannel channel =
        FileChannel.open(
            temporaryName, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    files.add(new NewFile(name, aside, temporaryName, channel));
    return channel;
  }

  private static void refuseTaken(Path name) throws IOException {
    if (Files.exists(name, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(name.toString());
    }
  }

  /** Gives the names, in the order in which the files were created. */
  void commit() throws IOException {
    for (NewFile file : files) {
      file.channel.force(true);
      if (file.aside == null) {
        refuseTaken(file.name);
      }
    }
    for (NewFile file : files) {
      if (file.aside != null && !file.aside.equals(file.name)) {
        Files.move(file.name, file.aside);
      }
      if (file.name.equals(file.aside)) {
        Files.move(file.temporaryName, file.name, StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.move(file.temporaryName, file.name);
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (NewFile file : files) {
      file.channel.close();
      Files.deleteIfExists(file.temporaryName);
    }
    files.clear();
  }
}
