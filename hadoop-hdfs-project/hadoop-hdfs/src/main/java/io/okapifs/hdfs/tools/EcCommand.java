package io.okapifs.hdfs.tools;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * A sub-command of `hdfs ec` that is ours alone. One object reads one command line and runs once.
 */
@Command
abstract class EcCommand {

  /** Of a command all of whose values have names, or which takes words itself. */
  static final String NO_WORD = "";

  private final String name;
  private final String options;
  private final String word;

  /**
   * @param name as it is typed
   * @param options in upstream's notation; may be empty
   * @param word the option that a word without one is the value of
   */
  EcCommand(String name, String options, String word) {
    this.name = name;
    this.options = options;
    this.word = word;
  }

  final String name() {
    return name;
  }

  final String synopsis() {
    return options.isEmpty() ? name : name + " " + options;
  }

  /** What the help says of it. */
  final String usage() {
    return "[" + synopsis() + "]\n\n" + description();
  }

  /** The help behind the synopsis, in whole lines. */
  abstract String description();

  /**
   * Takes what stands behind the name.
   *
   * @throws CommandLine.ParameterException where that makes no sense
   */
  final void parse(List<String> args) {
    CommandLine line = new CommandLine(this);
    List<String> named =
        word.equals(NO_WORD) ? args : Words.named(line.getCommandSpec(), args, word);
    line.parseArgs(named.toArray(String[]::new));
    check(line);
  }

  /** Refuses options that do not fit each other. */
  void check(CommandLine line) {}

  /** Does what was asked for, or says on standard error in one line why not. */
  final int run(Configuration conf) {
    try {
      return execute(conf);
    } catch (IOException | IllegalArgumentException e) {
      System.err.println(name + ": " + Failures.firstLine(e));
      return failed();
    }
  }

  /**
   * Prints on standard output.
   *
   * @return the exit code
   * @throws IOException why it cannot be done; so does an IllegalArgumentException
   */
  abstract int execute(Configuration conf) throws IOException;

  /** The exit code where it cannot be done. */
  int failed() {
    return EcCommands.FAILED;
  }
}
