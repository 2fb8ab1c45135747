package io.okapifs.ec.code;

import static io.okapifs.ec.field.SymbolField.GF256;
import static io.okapifs.ec.field.SymbolField.GF65536;

import io.okapifs.ec.field.SymbolField;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which powers make LESS MDS: found by search and proven for every n up to the bound, since
 * the checks of a shorter code are among those of the longest one. For r in 2..4 these are Table 4
 * of LESS, FAST'26 (appendix A), beyond it our own. In GF(2^8) the bounds are the largest that any
 * element reaches.
 *
 * @param r number of parity members
 * @param alpha sub-blocks per block
 * @param membersMax the largest n
 * @param field the field
 * @param element the element whose powers are the coefficients
 */
public record LessElement(int r, int alpha, int membersMax, SymbolField field, int element) {
  /**
   * Narrower fields first, then shorter codes: the first line that fits is taken. Stored bytes
   * depend on it, so a line that is there stays; one for longer codes goes behind it.
   */
  private static final List<LessElement> TABLE =
      List.of(
          new LessElement(2, 2, 127, GF256, 2),
          new LessElement(3, 2, 44, GF256, 50),
          new LessElement(3, 2, 127, GF65536, 2),
          new LessElement(3, 3, 40, GF256, 14),
          new LessElement(3, 3, 127, GF65536, 2),
          new LessElement(4, 2, 23, GF256, 6),
          new LessElement(4, 2, 127, GF65536, 46),
          new LessElement(4, 3, 17, GF256, 2),
          new LessElement(4, 3, 127, GF65536, 1362),
          new LessElement(4, 4, 16, GF256, 14),
          new LessElement(4, 4, 127, GF65536, 635),
          new LessElement(5, 2, 13, GF256, 6),
          new LessElement(5, 2, 20, GF65536, 2),
          new LessElement(5, 2, 30, GF65536, 7),
          new LessElement(5, 3, 11, GF256, 50),
          new LessElement(5, 3, 20, GF65536, 2),
          new LessElement(5, 3, 30, GF65536, 3),
          new LessElement(5, 4, 13, GF256, 50),
          new LessElement(5, 4, 30, GF65536, 2),
          new LessElement(5, 5, 11, GF256, 30),
          new LessElement(5, 5, 30, GF65536, 2),
          new LessElement(6, 2, 11, GF256, 30),
          new LessElement(6, 2, 16, GF65536, 2),
          new LessElement(6, 2, 22, GF65536, 3),
          new LessElement(6, 3, 12, GF256, 31),
          new LessElement(6, 3, 22, GF65536, 2),
          new LessElement(6, 4, 11, GF256, 6),
          new LessElement(6, 4, 22, GF65536, 2),
          new LessElement(6, 5, 12, GF256, 30),
          new LessElement(6, 5, 16, GF65536, 2),
          new LessElement(6, 5, 22, GF65536, 3),
          new LessElement(6, 6, 11, GF256, 14),
          new LessElement(6, 6, 22, GF65536, 2),
          new LessElement(7, 4, 11, GF256, 43),
          new LessElement(7, 4, 20, GF65536, 3),
          new LessElement(8, 4, 12, GF256, 31),
          new LessElement(8, 4, 18, GF65536, 2),
          new LessElement(8, 8, 12, GF256, 30),
          new LessElement(8, 8, 18, GF65536, 2));

  /** The element of a code; refuses parameters without one. */
  static LessElement of(String codec, int k, int r, int alpha) {
    if (k < 1 || r < 1) {
      throw CodeLimits.refusal(codec, k, r, supported());
    }
    return TABLE.stream()
        .filter(e -> e.r == r && e.alpha == alpha && (long) k + r <= e.membersMax)
        .findFirst()
        .orElseThrow(() -> CodeLimits.refusal(codec, k, r, supported()));
  }

  /** All lines, narrower fields first. Any thread may call it. */
  public static List<LessElement> table() {
    return TABLE;
  }

  private static String supported() {
    String widths =
        TABLE.stream()
            .collect(Collectors.groupingBy(e -> e.r, TreeMap::new, Collectors.toList()))
            .values()
            .stream()
            .map(LessElement::widthOf)
            .collect(Collectors.joining(", "));
    return "less<alpha> with 2<=alpha<=r and " + widths;
  }

  /** Of lines of one r: their largest n, and their alphas where not all up to r are there. */
  private static String widthOf(List<LessElement> lines) {
    int r = lines.get(0).r;
    int membersMax = lines.stream().mapToInt(LessElement::membersMax).max().orElseThrow();
    List<Integer> alphas = lines.stream().map(LessElement::alpha).distinct().toList();
    String width = "k+r<=" + membersMax + " for r=" + r;
    return alphas.size() == r - 1
        ? width
        : alphas.stream()
            .map(String::valueOf)
            .collect(Collectors.joining("|", width + " and alpha=", ""));
  }
}
