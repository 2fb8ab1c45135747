package io.okapifs.hdfs.suites;

import io.okapifs.hdfs.diff.Folders;
import io.okapifs.hdfs.diff.HdfsDiff;
import io.okapifs.hdfs.diff.Piece;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Which aspects changed: their own files did, or the file of a class that they name. */
final class ChangedAspects {

  private static final String PROJECT = "hadoop-hdfs-project/";
  private static final String TESTS = PROJECT + "upstream-tests/";

  private final Path root;
  private final List<String> changedFiles;

  ChangedAspects(Path root, List<String> changedFiles) {
    this.root = root;
    this.changedFiles = changedFiles;
  }

  /** Simple names. */
  Set<String> names() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String file : changedFiles) {
      if (file.startsWith(PROJECT) && !file.startsWith(TESTS)) {
        if (file.endsWith(".aj")) {
          names.add(simpleName(file));
        } else if (file.contains("/src/main/java/") && file.endsWith(".java")) {
          names.addAll(naming(simpleName(file)));
        }
      }
    }
    return names;
  }

  /** Whether the way in which upstream's tests run changed. */
  boolean changeTheTests() {
    return changedFiles.stream().anyMatch(file -> file.startsWith(TESTS));
  }

  private Set<String> naming(String className) throws IOException {
    Pattern name = Pattern.compile("\\b" + Pattern.quote(className) + "\\b");
    Set<String> aspects = new TreeSet<>();
    for (Path aspect : aspects()) {
      if (name.matcher(Files.readString(aspect)).find()) {
        aspects.add(simpleName(aspect.toString()));
      }
    }
    return aspects;
  }

  private List<Path> aspects() throws IOException {
    List<Path> aspects = new ArrayList<>();
    for (String module : HdfsDiff.WOVEN_MODULES) {
      for (Piece piece : Piece.values()) {
        aspects.addAll(Folders.filesIn(piece.aspects(root, module), ".aj"));
      }
    }
    return aspects;
  }

  private static String simpleName(String file) {
    String name = file.substring(file.lastIndexOf('/') + 1);
    return name.substring(0, name.lastIndexOf('.'));
  }
}
