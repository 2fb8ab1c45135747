package io.okapifs.install;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A folder of Hadoop or Spark whose jars are changed, all or none of them.
 *
 * <p>New files are written beside the old ones first; then the originals are kept, the list of
 * changes is written, and each file takes its place by one rename. What fails before the list is
 * written leaves nothing behind; what fails after that is taken back, at once or by the next
 * command.
 */
final class Installation {

  private static final String NEW = ".okapi-new";

  private final Path folder;
  private final Receipt receipt;

  Installation(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new InstallException("no folder: " + folder);
    }
    this.folder = folder.toRealPath();
    this.receipt = new Receipt(this.folder);
  }

  Path folder() {
    return folder;
  }

  Receipt receipt() {
    return receipt;
  }

  /** Replaces what the overlay has; the changes that were made. */
  List<Change> install(Overlay overlay) throws IOException {
    takeBackInterrupted();
    if (receipt.isThere()) {
      throw new InstallException(
          "something is installed in " + folder + " already: " + receipt.version()
              + "; rollback first");
    }
    Plan plan = Plan.of(overlay, folder);
    try {
      prepare(plan);
      receipt.begin(overlay.version(), plan.changes());
    } catch (IOException e) {
      deleteNew(plan.changes());
      receipt.delete();
      throw new InstallException(
          "nothing was changed in " + folder + ": " + reason(e), e);
    }
    try {
      for (Change change : plan.changes()) {
        apply(change);
      }
      receipt.end();
    } catch (IOException e) {
      takeBack(plan.changes());
      throw new InstallException("all was taken back in " + folder + ": " + reason(e), e);
    }
    return plan.changes();
  }

  private static String reason(IOException e) {
    return e instanceof AccessDeniedException
        ? "no permission for " + e.getMessage()
        : String.valueOf(e.getMessage());
  }

  private void prepare(Plan plan) throws IOException {
    for (Change change : plan.changes()) {
      Path target = folder.resolve(change.path());
      if (!Files.isWritable(target.getParent())) {
        throw new AccessDeniedException(target.getParent().toString());
      }
      if (change.after() != null) {
        Path fresh = fresh(target);
        Files.copy(
            plan.sources().get(change.after()), fresh, StandardCopyOption.REPLACE_EXISTING);
        Receipt.sync(fresh);
        check(fresh, change.after());
      }
      if (change.before() != null) {
        Path original = receipt.original(change);
        Files.createDirectories(original.getParent());
        Files.copy(
            target, original, StandardCopyOption.REPLACE_EXISTING,
            StandardCopyOption.COPY_ATTRIBUTES);
        Receipt.sync(original);
        check(original, change.before());
      }
    }
  }

  private static Path fresh(Path target) {
    return target.resolveSibling(target.getFileName() + NEW);
  }

  private static void check(Path file, String digest) throws IOException {
    if (!Digests.ofFile(file).equals(digest)) {
      throw new IOException(file + " is not what was copied, its SHA-256 is not " + digest);
    }
  }

  private void apply(Change change) throws IOException {
    Path target = folder.resolve(change.path());
    if (change.after() == null) {
      Files.delete(target);
    } else {
      Files.move(
          fresh(target), target, StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    }
    Receipt.syncFolder(target.getParent());
  }

  private void deleteNew(List<Change> changes) throws IOException {
    for (Change change : changes) {
      Path fresh = fresh(folder.resolve(change.path()));
      if (Files.isRegularFile(fresh)) {
        Files.delete(fresh);
      }
    }
  }

  /** Takes back what a command did not bring to its end; whether there was such a thing. */
  boolean takeBackInterrupted() throws IOException {
    if (!receipt.isPending()) {
      return false;
    }
    takeBack(receipt.changes());
    return true;
  }

  /** Puts the originals back. */
  List<Change> rollback() throws IOException {
    if (takeBackInterrupted()) {
      return List.of();
    }
    if (!receipt.isThere()) {
      throw new InstallException("nothing is installed in " + folder);
    }
    List<Change> changes = receipt.changes();
    List<String> wrong = differences();
    if (!wrong.isEmpty()) {
      throw new InstallException(
          "changed since it was installed: " + wrong.get(0) + "; put it as it was, or take it away,"
              + " and the originals by hand from " + Receipt.folderOf(folder));
    }
    receipt.beginBack();
    takeBack(changes);
    return changes;
  }

  /** May be done again from any point on. */
  private void takeBack(List<Change> changes) throws IOException {
    deleteNew(changes);
    for (Change change : changes) {
      Path target = folder.resolve(change.path());
      if (change.before() == null) {
        Files.deleteIfExists(target);
      } else if (!change.before().equals(digestOf(target))) {
        Path fresh = fresh(target);
        Files.copy(
            receipt.original(change), fresh, StandardCopyOption.REPLACE_EXISTING,
            StandardCopyOption.COPY_ATTRIBUTES);
        Receipt.sync(fresh);
        check(fresh, change.before());
        Files.move(
            fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      }
      Receipt.syncFolder(target.getParent());
    }
    receipt.delete();
  }

  /** What is not as it was installed, a line each. */
  List<String> differences() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Change change : receipt.changes()) {
      Path target = folder.resolve(change.path());
      String now = digestOf(target);
      if (change.after() == null ? now != null : !change.after().equals(now)) {
        wrong.add(target + (now == null ? " is missing" : " has SHA-256 " + now));
      }
    }
    return wrong;
  }

  private static String digestOf(Path file) throws IOException {
    return Files.exists(file) ? Digests.ofFile(file) : null;
  }
}
