package io.okapifs.hdfs.tools;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** `hdfs ec -verify -path P ...`. */
@Command(name = VerifyArguments.COMMAND)
final class VerifyArguments {

  static final String COMMAND = "-verify";
  static final String SYNOPSIS =
      COMMAND + " -path <path> [-repair] [-wait [<limit>]] [-threads <number>] [-olderThan <age>]"
          + " [-sample <share> [-seed <number>]] [-resume <local file>]";

  /** So that direct memory stays below 250 MB even for wide codes. */
  static final int THREADS_MAX = 32;

  private static final String FOR_EVER = "for-ever";

  @Option(names = "-path", required = true, paramLabel = "<path>")
  private String path;

  @Option(names = "-repair")
  private boolean repair;

  @Option(
      names = "-wait", arity = "0..1", paramLabel = "<limit>", fallbackValue = FOR_EVER,
      converter = Limit.class)
  private Duration wait;

  @Option(names = "-threads", paramLabel = "<number>", converter = Threads.class)
  private int threads = 1;

  @Option(names = "-olderThan", paramLabel = "<age>")
  private String olderThan;

  @Option(names = "-sample", paramLabel = "<share>")
  private String sample;

  @Option(names = "-seed", paramLabel = "<number>", converter = Seed.class)
  private Long seed;

  @Option(names = "-resume", paramLabel = "<local file>")
  private String stateFile;

  private Duration age;
  private double share = 1;

  private VerifyArguments() {}

  /** Reads an age, or that there is no limit. */
  private static final class Limit implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String value) {
      return value.equals(FOR_EVER) ? Duration.ofNanos(Long.MAX_VALUE) : new Age().convert(value);
    }
  }

  private static final class Threads implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      int threads = value.matches("[0-9]{1,3}") ? Integer.parseInt(value) : 0;
      if (threads < 1 || threads > THREADS_MAX) {
        throw new TypeConversionException(
            "must be a whole number from 1 to " + THREADS_MAX + ", not '" + value + "'");
      }
      return threads;
    }
  }

  private static final class Seed implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      try {
        return Long.valueOf(value);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("must be a whole number, not '" + value + "'");
      }
    }
  }

  /** Reads 10% or 0.5%. */
  private static final class Share {

    private static final Pattern TEXT = Pattern.compile("\\d{1,3}(\\.\\d{1,6})?%");

    private static double convert(String value) {
      double percent =
          TEXT.matcher(value).matches()
              ? Double.parseDouble(value.substring(0, value.length() - 1))
              : 0;
      if (percent <= 0 || percent > 100) {
        throw new TypeConversionException(
            "a share is 10% or 0.5%, above 0% and up to 100%, not '" + value + "'");
      }
      return percent / 100;
    }
  }

  /**
   * @param args what stands behind the sub-command
   * @throws CommandLine.ParameterException where the arguments make no sense
   */
  static VerifyArguments parse(List<String> args) {
    VerifyArguments parsed = new VerifyArguments();
    CommandLine line = new CommandLine(parsed);
    line.parseArgs(args.toArray(String[]::new));
    try {
      parsed.age = parsed.olderThan == null ? null : new Age().convert(parsed.olderThan);
      parsed.share = parsed.sample == null ? 1 : Share.convert(parsed.sample);
    } catch (TypeConversionException e) {
      throw new CommandLine.ParameterException(line, e.getMessage());
    }
    if (parsed.seed != null && parsed.sample == null) {
      throw new CommandLine.ParameterException(line, "-seed is of -sample");
    }
    return parsed;
  }

  String path() {
    return path;
  }

  boolean repairs() {
    return repair;
  }

  boolean waits() {
    return wait != null;
  }

  /** How long to wait at most. */
  Duration waitLimit() {
    return wait;
  }

  int threads() {
    return threads;
  }

  /** As it was given; null where it was not. */
  String olderThan() {
    return olderThan;
  }

  /** When a file that is old enough was changed at the latest. */
  long changedUntilMillis(long nowMillis) {
    return Age.changedUntilMillis(age, nowMillis);
  }

  /** As it was given; null where it was not. */
  String sample() {
    return sample;
  }

  /** Of the groups, above 0 and at most 1. */
  double share() {
    return share;
  }

  /** Null where none was given. */
  Long seed() {
    return seed;
  }

  /** Null where there is none. */
  String stateFile() {
    return stateFile;
  }

  static String usage() {
    return "[" + SYNOPSIS + "]\n\n"
        + "Read all blocks of an erasure coded file, or of all such files below a directory,"
        + " compute\ntheir parities again and compare. Every block that is wrong, unreachable or"
        + " missing is named\non a line of its own.\n\n"
        + "The NameNode is told of replicas that do not fit their checksums, as readers do, and has"
        + " them\nrebuilt; not while other members of the group are known to be wrong. -repair,"
        + " which is the\nsuperuser's, also marks as corrupt what fits its checksums and not the"
        + " other members, where\nthose prove that it is the wrong one and can rebuild it. -wait"
        + " returns when all that was told is\nrebuilt, or after 90d, 12h or 30m; what is rebuilt"
        + " counts as bad no more.\n\n"
        + "-threads reads so many groups at a time, 1 to " + THREADS_MAX
        + ". -olderThan leaves out files that were changed\nlater than 90d, 12h or 30m ago. -sample"
        + " 10% looks at a random share of the groups; the same again\nwith the -seed that is"
        + " printed. -resume keeps in a local file how far it is, goes on there where\nit was"
        + " stopped, and removes the file at the end.\n\n"
        + "Ends with the first of these that holds:\n"
        + "  2  bytes on a disk are wrong (BAD)\n"
        + "  3  blocks cannot be had now: their node does not give them, or is not known"
        + " (UNREACHABLE,\n     MISSING, LOST)\n"
        + "  4  something is there and could not be compared, such as a group that waits for"
        + " encoding\n     (UNPROTECTED, UNVERIFIED)\n"
        + "  0  every group that was looked at is whole and right\n"
        + "and with 1 where the path cannot be verified at all.\n";
  }
}
