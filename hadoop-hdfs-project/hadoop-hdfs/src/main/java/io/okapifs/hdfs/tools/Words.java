package io.okapifs.hdfs.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Lets a value stand without the name of its option: {@code -layout /f} is {@code -path /f}. */
final class Words {

  /**
   * HDFS's own sub-commands where a word is the value of an option. Those that change the policies
   * of a cluster are not among them: HDFS refuses a word without an option there, and so do we.
   */
  private static final Map<String, String> UPSTREAM =
      Map.of("-setPolicy", "-path", "-getPolicy", "-path", "-unsetPolicy", "-path");

  private Words() {}

  /**
   * The same command line with the name of the option before each word that has none.
   *
   * @param spec knows which options have values
   * @param option that such words are values of
   */
  static List<String> named(CommandSpec spec, List<String> args, String option) {
    List<String> named = new ArrayList<>();
    int values = 0;
    for (String arg : args) {
      boolean isOption = arg.startsWith("-") && arg.length() > 1;
      if (values > 0 && !isOption) {
        values--;
      } else if (isOption) {
        OptionSpec known = spec.findOption(arg);
        values = known == null ? 0 : known.arity().max();
      } else if (!args.contains(option) && !named.contains(option)) {
        named.add(option);
      }
      named.add(arg);
    }
    return named;
  }

  /** The same of a command of HDFS's own, which is followed by its one word. */
  static String[] ofUpstream(String[] args) {
    boolean isWord = args.length > 1 && !args[1].startsWith("-");
    if (!isWord || !UPSTREAM.containsKey(args[0])) {
      return args;
    }
    List<String> named = new ArrayList<>(List.of(args));
    named.add(1, UPSTREAM.get(args[0]));
    return named.toArray(String[]::new);
  }
}
