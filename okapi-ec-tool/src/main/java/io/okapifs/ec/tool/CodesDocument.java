package io.okapifs.ec.tool;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.LessElement;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** docs/CODES.md: all codes beside each other, in figures that are computed from them. */
final class CodesDocument {

  private static final String INTRODUCTION =
      """
      # The codes, compared

      Written by `bin/okapi-ec codes`; a test fails where it is stale. `bin/okapi-ec describe CODE`
      shows any of them, also with other parameters.

      `okapi-ec test CODE` tries what every code must do, and [ADDING-A-CODE.md](ADDING-A-CODE.md)
      brings one in a jar of your own.

      A code is called NAME-k-r: k data blocks and r parity blocks make a group of n = k + r. The
      number in the name of a codec is its parameter.

      * **MDS**: any k blocks are enough. **Survives**: any so many losses, whichever they are.
      * **alpha**: sub-blocks per block. **Stored**: bytes stored per byte of data.
      * **Repair reads** and **seeks**: of one lost block, over all n of them, on average and from
        least to most; in blocks, and in contiguous ranges.
      * **Products** and **XORs**: multiplications by a constant and plain additions per byte of
        data, of the program that encodes.

      """;

  private static final String BYTES =
      """

      ## Choices that stored bytes depend on

      * **`cauchy-xor`**: a Cauchy matrix over GF(2^8) with polynomial 0x11d is scaled, then each element
        x becomes 8x8 bits, of which column c has the bits of x * 2^c.
        1. Parity i and data member j begin with 1 / ((k + i) XOR j).
        2. Each column is divided by its element in row 0, which makes row 0 all ones.
        3. Each further row is divided by one of its own elements: the one after which the bits of the
           row have the fewest ones.
        4. Where several elements leave equally few, it is the one in the lowest column.
      * **`less<alpha>`**: coefficients are powers of p, an element of GF(2^8) with polynomial 0x11d or of
        GF(2^16) with polynomial 0x1100b. A code takes the first line that it fits. Every set of r losses
        of every line was tried; `bin/okapi-ec search less` does it again.

      | r | alpha | k + r up to | field | p |
      |---|---|---|---|---|
      """;

  private CodesDocument() {}

  static String text() {
    StringBuilder text = new StringBuilder(INTRODUCTION);
    text.append(
        """
        | code | MDS | survives | alpha | stored | repair reads | seeks | products | XORs |
        |---|---|---|---|---|---|---|---|---|
        """);
    CodecAdvice.ALL.stream()
        .flatMap(advice -> advice.codes().stream())
        .map(CodesDocument::row)
        .forEach(text::append);
    text.append("\n## When to choose which\n\n");
    CodecAdvice.ALL.forEach(advice -> text.append(paragraph(advice)));
    text.append(BYTES);
    LessElement.table().stream().map(CodesDocument::row).forEach(text::append);
    return text.toString();
  }

  private static String row(LessElement line) {
    String field = "GF(2^" + 8 * line.field().symbolBytes() + ")";
    return String.format(
        "| %d | %d | %d | %s | %d |%n",
        line.r(), line.alpha(), line.membersMax(), field, line.element());
  }

  private static String row(String name) {
    CodeFacts facts = CodeFacts.of(CodeRegistry.byName(name));
    ErasureCode code = facts.code();
    return Stream.of(
            code.name(), facts.isMds(), code.tolerance(), code.alpha(), facts.overhead(),
            facts.blocks(), facts.seeks(), facts.products(), facts.additions())
        .map(Object::toString)
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private static String paragraph(CodecAdvice advice) {
    String notStored =
        CodeRegistry.byName(advice.codes().get(0))
            .whyNotStored()
            .map(reason -> " Not as a policy: " + reason + ".")
            .orElse("");
    return "* **`" + advice.codec() + "`**, " + supported(advice) + ". " + advice.advice()
        + notStored + "\n";
  }

  private static String supported(CodecAdvice advice) {
    return CodeRegistry.parameters(advice.codec()).replaceAll("<(\\w+)>", "`<$1>`");
  }
}
