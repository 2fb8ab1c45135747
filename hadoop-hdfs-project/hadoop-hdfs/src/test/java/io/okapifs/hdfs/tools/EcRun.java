package io.okapifs.hdfs.tools;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.tools.ECAdmin;
import org.apache.hadoop.util.ToolRunner;

/** Runs `hdfs ec` in this JVM; one at a time. */
public final class EcRun {

  private EcRun() {}

  /** What a command printed and how it ended. */
  public record Outcome(int exitCode, List<String> out, List<String> err) {}

  public static Outcome run(Configuration conf, String... args) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream realOut = System.out;
    PrintStream realErr = System.err;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      Configuration client = new Configuration(conf);
      int exitCode = ToolRunner.run(client, new ECAdmin(client), args);
      return new Outcome(exitCode, lines(out), lines(err));
    } finally {
      System.setOut(realOut);
      System.setErr(realErr);
    }
  }

  private static List<String> lines(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
