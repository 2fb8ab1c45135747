package io.okapifs.ec.tool;

import io.okapifs.ec.EcException;
import io.okapifs.ec.code.LessLosses;
import io.okapifs.ec.code.LessSearch;
import io.okapifs.ec.field.SymbolField;
import java.io.PrintWriter;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Looks for the elements of LESS, or tries one over all sets of losses. */
@Command(
    name = "less",
    description = {
      "Looks for the primitive element whose powers make LESS MDS for every n up to N,"
          + " in GF(2^8), then in GF(2^16).",
      "With --element it tries that one over all sets of R of N losses, and prints those that are"
          + " not survived. Exit code 1: there is none, or there are such sets.",
      "An element that does takes C(N, R) sets; ten million take some ten seconds."
    },
    mixinStandardHelpOptions = true)
final class SearchLessCommand implements Callable<Integer> {
  private static final int SETS_SHOWN_MAX = 20;

  @Spec private CommandSpec spec;

  @Option(names = "--r", required = true, paramLabel = "R", description = "Parity members.")
  private int r;

  @Option(
      names = "--alpha",
      required = true,
      paramLabel = "ALPHA",
      description = "Sub-blocks per block, 2..R.")
  private int alpha;

  @Option(names = "--n", required = true, paramLabel = "N", description = "Members, at most 127.")
  private int n;

  @ArgGroup(exclusive = false)
  private Given given;

  /** An element that is tried alone. */
  static final class Given {
    @Option(names = "--element", required = true, paramLabel = "P", description = "One element.")
    private int element;

    @Option(
        names = "--field",
        required = true,
        paramLabel = "BITS",
        description = "Its field: 8 or 16.")
    private int bits;
  }

  @Override
  public Integer call() {
    if (r < 2 || alpha < 2 || alpha > r || n <= r || n > LessLosses.MEMBERS_MAX) {
      throw new ParameterException(
          spec.commandLine(),
          "no such LESS code: --r=" + r + ", --alpha=" + alpha + ", --n=" + n
              + "; choose 2<=alpha<=r<n<=" + LessLosses.MEMBERS_MAX);
    }
    boolean isFound =
        given == null ? searchAll() : survivesAll(fieldOf(given.bits), given.element);
    out().flush();
    return isFound ? 0 : OkapiEc.FAILED;
  }

  private SymbolField fieldOf(int bits) {
    for (SymbolField field : SymbolField.values()) {
      if (bitsOf(field) == bits) {
        return field;
      }
    }
    throw new ParameterException(
        spec.commandLine(), "no such field: --field=" + bits + "; choose 8 or 16");
  }

  private boolean searchAll() {
    for (SymbolField field : SymbolField.values()) {
      if (n * alpha >= 1 << bitsOf(field)) {
        out().println(nameOf(field) + ": too small for n*alpha=" + n * alpha + " coefficients");
        continue;
      }
      LessSearch search = LessSearch.of(field, r, alpha, n);
      if (search.element().isPresent()) {
        out().println(
            nameOf(field) + ": p=" + search.best() + " reaches n=" + n + "; elements tried: "
                + search.tried());
        return survivesAll(field, search.best());
      }
      out().println(
          nameOf(field) + ": no primitive element reaches n=" + n + "; elements tried: "
              + search.tried() + ", p=" + search.best() + " reaches n=" + search.bestMembers());
    }
    return false;
  }

  private boolean survivesAll(SymbolField field, int element) {
    List<BitSet> fatal = losses(field, element).fatal(n, Integer.MAX_VALUE);
    out().printf(
        Locale.ROOT,
        "%s, p=%d, r=%d, alpha=%d, n=%d: %d of %d sets of %d losses are not survived%n",
        nameOf(field), element, r, alpha, n, fatal.size(), LessLosses.setCount(n, r), r);
    fatal.stream().limit(SETS_SHOWN_MAX).forEach(out()::println);
    if (fatal.size() > SETS_SHOWN_MAX) {
      out().println("... and " + (fatal.size() - SETS_SHOWN_MAX) + " more");
    }
    return fatal.isEmpty();
  }

  private LessLosses losses(SymbolField field, int element) {
    try {
      return new LessLosses(field, element, r, alpha, n);
    } catch (EcException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private static int bitsOf(SymbolField field) {
    return 8 * field.symbolBytes();
  }

  private static String nameOf(SymbolField field) {
    return "GF(2^" + bitsOf(field) + ")";
  }
}
