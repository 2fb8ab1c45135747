package io.okapifs.ec.code;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Constants that make codes MDS, found by trying all sets of losses; parameters without one have no
 * code.
 *
 * @param pattern how the codec's name goes, for people
 * @param lines one per r and alpha
 */
record FactorTable(String pattern, List<Line> lines) {
  /** Where no element of GF(2^8) makes the code MDS. */
  static final int NONE = 0;

  /**
   * The smallest constants for one r and alpha.
   *
   * @param firstK the k of the first factor; the others follow one by one
   */
  record Line(int r, int alpha, int firstK, List<Integer> factors) {
    private static final Pattern TEXT =
        Pattern.compile("r=(\\d+) alpha=(\\d+) k=(\\d+)\\.\\. : ([\\d ]+)");

    /** From a line as "r=4 alpha=2 k=2.. : 1 1 3", with 0 for none. */
    static Line parse(String text) {
      Matcher matcher = TEXT.matcher(text);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("not a line of factors: text=" + text);
      }
      return new Line(
          Integer.parseInt(matcher.group(1)),
          Integer.parseInt(matcher.group(2)),
          Integer.parseInt(matcher.group(3)),
          Stream.of(matcher.group(4).split(" ")).map(Integer::valueOf).toList());
    }

    /** The constant for k, or NONE. */
    int factor(int k) {
      int index = k - firstK;
      return index < 0 || index >= factors.size() ? NONE : factors.get(index);
    }

    IntStream supported() {
      return IntStream.range(firstK, firstK + factors.size()).filter(k -> factor(k) != NONE);
    }

    /** For example "r=4, alpha=2: k=2..13, 16". */
    @Override
    public String toString() {
      int[] ks = supported().toArray();
      List<String> runs = new ArrayList<>();
      for (int first = 0, i = 0; i < ks.length; i++) {
        if (i + 1 == ks.length || ks[i + 1] != ks[i] + 1) {
          runs.add(first == i ? "" + ks[i] : ks[first] + ".." + ks[i]);
          first = i + 1;
        }
      }
      return "r=" + r + ", alpha=" + alpha + ": k=" + String.join(", ", runs);
    }
  }

  /** A table of such lines: see {@link Line#parse}. */
  static FactorTable parse(String pattern, String lines) {
    return new FactorTable(pattern, lines.lines().map(Line::parse).toList());
  }

  /** The constant of a code; refuses parameters that have none. */
  int factor(String codec, int k, int r, int alpha) {
    return lines.stream()
        .filter(line -> line.r == r && line.alpha == alpha)
        .mapToInt(line -> line.factor(k))
        .filter(factor -> factor != NONE)
        .findFirst()
        .orElseThrow(() -> CodeLimits.refusal(codec, k, r, supported()));
  }

  private String supported() {
    return lines.stream()
        .map(Line::toString)
        .collect(Collectors.joining("; ", pattern + " with ", ""));
  }
}
