package io.okapifs.ec.tool.vectors;

import io.okapifs.ec.EcException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** From the names in files of vectors to our codec names. */
final class VectorNames {
  /**
   * A name, then parameters in parentheses where n, k and alpha do not tell all: "shec (6, 4, 3)".
   */
  private static final Pattern NAME =
      Pattern.compile("([^(]+?)(?: \\((\\d{1,5}), ?(\\d{1,5}), ?(\\d{1,5})\\))?");

  /** {alpha} stands for that of the vector, {2} and {3} for the second and third parameter. */
  private static final Map<String, String> CODECS =
      Map.ofEntries(
          Map.entry("rs-cauchy1", "rs"),
          Map.entry("rs-legacy / cc-grs", "rs-legacy"),
          Map.entry("rs-isal-vand / cc-vand", "rs-vand"),
          Map.entry("rs-vand-jerasure", "jerasure-vand"),
          Map.entry("rs-vand-liberasurecode", "liberasurecode-vand"),
          Map.entry("less", "less{alpha}"),
          Map.entry("hitchhiker-xorplus", "hhxorplus"),
          Map.entry("hashtag", "hashtag{alpha}"),
          Map.entry("hashtag+", "hashtagplus{alpha}"),
          Map.entry("et-rs", "et{alpha}"),
          Map.entry("azure-lrc", "azure-lrc{2}"),
          Map.entry("xorbas-lrc", "xorbas{3}"),
          Map.entry("shec", "shec{3}"),
          Map.entry("flat-xor", "flatxor{3}"),
          Map.entry("pm-rbt", "pmrbt"));

  private VectorNames() {}

  /** Names that are not in the table are taken for our own. */
  static String codecOf(String name, int alpha) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      throw new EcException("not the name of a code: name=" + name);
    }
    String codec = CODECS.getOrDefault(matcher.group(1), matcher.group(1));
    if (codec.matches(".*\\{[23]}") && matcher.group(2) == null) {
      throw new EcException("parameters are missing: name=" + name);
    }
    return codec
        .replace("{alpha}", Integer.toString(alpha))
        .replace("{2}", String.valueOf(matcher.group(3)))
        .replace("{3}", String.valueOf(matcher.group(4)));
  }
}
