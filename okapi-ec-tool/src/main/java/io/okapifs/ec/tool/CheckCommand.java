package io.okapifs.ec.tool;

import io.okapifs.ec.tool.files.EncodedFolder;
import io.okapifs.ec.tool.files.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Looks for missing and damaged blocks. */
@Command(
    name = "check",
    description = "Reads all blocks of a folder and names those that are damaged or missing.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:all blocks are there and whole",
      "3:some are damaged or missing, and can be rebuilt",
      "4:too many are"
    },
    mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
  private static final int REPAIRABLE = 3;
  private static final int NOT_REPAIRABLE = 4;

  @Spec private CommandSpec spec;
  @Mixin private FileOptions options;
  @Mixin private FolderArguments folderArguments;

  @ArgGroup private Form form = new Form();
  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    output.check(spec, form);
    EncodedFolder folder = folderArguments.open();
    try (Progress progress = options.progress(spec)) {
      folder.check(progress);
    }
    if (form.isForPeople()) {
      spec.commandLine().getOut().println(sentence(folder));
    } else {
      output.print(spec, form, "check", json(folder), List.of(table(folder)));
    }
    if (folder.lost().isEmpty()) {
      return 0;
    }
    return folder.isRepairable() ? REPAIRABLE : NOT_REPAIRABLE;
  }

  private static String sentence(EncodedFolder folder) {
    if (folder.lost().isEmpty()) {
      return "all " + folder.code().n() + " blocks are there and whole";
    }
    return String.format(
        "%d of %d blocks are lost: missing=%s, damaged=%s; %s", folder.lost().cardinality(),
        folder.code().n(), EncodedFolder.names(folder.missing()),
        EncodedFolder.names(folder.damaged()),
        folder.isRepairable() ? "okapi-ec repair rebuilds them" : "too many to be rebuilt");
  }

  private static Map<String, Object> json(EncodedFolder folder) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("folder", folder.path().toString());
    json.put("code", folder.code().name());
    json.put("file", folder.fileName());
    json.put("lost", folder.lost().cardinality());
    json.put("repairable", folder.isRepairable());
    json.put("blocks", table(folder).toObjects());
    return json;
  }

  /** A row per block. */
  private static Table table(EncodedFolder folder) {
    List<List<Object>> rows = new ArrayList<>();
    for (int member = 0; member < folder.code().n(); member++) {
      String state = folder.missing().get(member) ? "missing"
          : folder.damaged().get(member) ? "damaged" : "whole";
      rows.add(List.of(member, folder.blockOf(member).getFileName().toString(), state));
    }
    return new Table("check", List.of("member", "block", "state"), rows);
  }
}
