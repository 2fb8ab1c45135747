package io.okapifs.hdfs.tools;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.hdfs.repair.NodeState;
import io.okapifs.io.PreferredCoders;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * `hdfs ec -listCodecs` around upstream's: sorted, with the parameters that codes of a codec may
 * have, and which coder this client takes.
 */
final class ListCodecsCommand {

  static final String NAME = "-listCodecs";
  private static final String JSON = "-json";

  private ListCodecsCommand() {}

  /** As it is printed; its components are the keys of the JSON view. */
  record CodecsReport(List<Codec> codecs) {

    /**
     * A codec, or a family of them as less&lt;alpha&gt;.
     *
     * @param coders that the NameNode knows
     * @param inUse what this client codes with
     * @param parameters k, r and numbers that there are; empty where this client does not know them
     */
    record Codec(String codec, List<String> coders, String inUse, String parameters) {}
  }

  static int run(
      Configuration conf, String[] args, List<String> rest, EcCommands.Upstream upstream)
      throws Exception {
    if (!rest.isEmpty() && !rest.equals(List.of(JSON))) {
      return upstream.run(args);
    }
    try {
      CodecsReport report = report(conf);
      System.out.print(rest.isEmpty() ? text(report) : JsonView.render(report));
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      System.err.println(NAME + ": " + Failures.firstLine(e));
      return EcCommands.FAILED;
    }
  }

  private static CodecsReport report(Configuration conf) throws IOException {
    Map<String, String> coders =
        new TreeMap<>(HdfsOnly.of(FileSystem.get(conf)).getAllErasureCodingCodecs());
    String ours = "okapi on " + NodeState.idle().kernel();
    List<CodecsReport.Codec> codecs = new ArrayList<>();
    coders.forEach((codec, list) -> codecs.add(codec(conf, codec, list.split(", "), ours)));
    return new CodecsReport(codecs);
  }

  private static CodecsReport.Codec codec(
      Configuration conf, String codec, String[] coders, String ours) {
    if (!CodeRegistry.codecNames().contains(codec)) {
      return new CodecsReport.Codec(codec, List.of(coders), "Hadoop's", "");
    }
    // The operator may have named others for files in HDFS's own layout.
    String inUse =
        PreferredCoders.areHadoops(conf, codec)
            ? "Hadoop's, and with a stripe width " + ours
            : ours;
    return new CodecsReport.Codec(
        codec, List.of(coders), inUse, CodeRegistry.parameters(codec));
  }

  private static String text(CodecsReport report) {
    StringBuilder text = new StringBuilder("Erasure Coding Codecs: Codec [Coder List]\n");
    for (CodecsReport.Codec codec : report.codecs()) {
      text.append('\t').append(codec.codec().toUpperCase(Locale.ROOT)).append(" [")
          .append(String.join(", ", codec.coders()).toUpperCase(Locale.ROOT)).append("], in use: ")
          .append(codec.inUse())
          .append(codec.parameters().isEmpty() ? "" : ": " + codec.parameters()).append('\n');
    }
    return text.toString();
  }
}
