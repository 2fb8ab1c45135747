package io.okapifs.bench.driver;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/**
 * A child JVM's side of the conversation: a line of words comes in, a line of JSON behind a marker
 * goes out, until the input ends. Everything else that is printed goes to standard error.
 */
public final class ChildLoop {

  /** Begins a line that is an answer. */
  public static final String MARKER = "@answer ";

  /** Key of what went wrong. */
  public static final String ERROR = "error";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Carries out a command. */
  @FunctionalInterface
  public interface Handler {
    Map<String, ?> handle(String[] words) throws Exception;
  }

  private ChildLoop() {}

  /** Serves, and shuts the cluster down at the end where the commands have started one. */
  public static void serve(Handler handler, Supplier<MiniDFSCluster> cluster) throws Exception {
    try {
      serve(handler);
    } finally {
      if (cluster.get() != null) {
        cluster.get().shutdown();
      }
    }
  }

  public static void serve(Handler handler) throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err);
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line;
    while ((line = commands.readLine()) != null) {
      answers.println(MARKER + JSON.writeValueAsString(answer(handler, line.split(" "))));
      answers.flush();
    }
  }

  /** The parent must hear of it, or it waits for ever. */
  private static Map<String, ?> answer(Handler handler, String[] words) {
    try {
      return handler.handle(words);
    } catch (Exception | LinkageError e) {
      e.printStackTrace();
      return Map.of(ERROR, String.join(" ", words) + ": " + e);
    }
  }
}
