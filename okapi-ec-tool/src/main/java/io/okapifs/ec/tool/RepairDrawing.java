package io.okapifs.ec.tool;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.util.Locale;

/** The plan of a repair as SVG: a column per member, in it what is read, and what is rebuilt. */
final class RepairDrawing {
  private static final int MARGIN = 16;
  private static final int COLUMN = 34;
  private static final int BLOCK_WIDTH = 26;
  private static final int TOP = 56;
  private static final int CELL_HEIGHT_MAX = 24;
  private static final int BLOCK_HEIGHT_MAX = 256;
  private static final int WIDTH_MIN = 440;

  /** More would be a grey area. */
  private static final int LINES_MAX = 32;

  private static final String KEPT = "#d8dee6";
  private static final String READ = "#2f6fb3";
  private static final String LOST = "#c8442f";

  private final ErasureCode code;
  private final RepairPlan plan;
  private final double cellHeight;
  private final StringBuilder svg = new StringBuilder();

  private RepairDrawing(ErasureCode code, RepairPlan plan) {
    this.code = code;
    this.plan = plan;
    this.cellHeight = Math.min(CELL_HEIGHT_MAX, (double) BLOCK_HEIGHT_MAX / code.alpha());
  }

  static String of(ErasureCode code, RepairPlan plan) {
    return new RepairDrawing(code, plan).draw();
  }

  private String draw() {
    int width = Math.max(WIDTH_MIN, 2 * MARGIN + code.n() * COLUMN);
    double bottom = TOP + code.alpha() * cellHeight;
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.1f\""
            + " font-family=\"sans-serif\" font-size=\"12\">",
        width, bottom + 56);
    add("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
    add(
        "<text x=\"%d\" y=\"20\" font-size=\"14\">%s, repair of %s</text>", MARGIN, code.name(),
        plan.lostMembers());
    add("<text x=\"%d\" y=\"38\">%s</text>", MARGIN, CodeDescription.costs(code, plan));
    for (int member = 0; member < code.n(); member++) {
      drawMember(member, bottom);
    }
    plan.runs().forEach(this::drawRun);
    drawLines(bottom);
    drawLegend(bottom + 40);
    return svg.append("</svg>\n").toString();
  }

  private void drawMember(int member, double bottom) {
    boolean lost = plan.lostMembers().contains(member);
    drawSubBlocks(member, 0, code.alpha(), lost ? LOST : KEPT);
    add(
        "<text x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">%s</text>",
        x(member) + BLOCK_WIDTH / 2, bottom + 16, (member < code.k() ? "d" : "p") + member);
  }

  private void drawRun(SubBlockRun run) {
    drawSubBlocks(run.member(), run.firstSubBlock(), run.subBlockCount(), READ);
  }

  private void drawSubBlocks(int member, int first, int count, String colour) {
    add(
        "<rect x=\"%d\" y=\"%.2f\" width=\"%d\" height=\"%.2f\" fill=\"%s\"/>", x(member),
        TOP + first * cellHeight, BLOCK_WIDTH, count * cellHeight, colour);
  }

  private void drawLines(double bottom) {
    for (int s = 1; s < code.alpha() && code.alpha() <= LINES_MAX; s++) {
      double y = TOP + s * cellHeight;
      add(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.2f\" y2=\"%.2f\" stroke=\"white\"/>", MARGIN,
          x(code.n()), y, y);
    }
    double between = x(code.k()) - (COLUMN - BLOCK_WIDTH) / 2.0;
    add(
        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\" stroke=\"#555\""
            + " stroke-dasharray=\"3 3\"/>",
        between, between, TOP - 6, bottom + 20);
  }

  private void drawLegend(double y) {
    int x = MARGIN;
    for (String[] entry : new String[][] {{LOST, "lost"}, {READ, "read"}, {KEPT, "not read"}}) {
      add(
          "<rect x=\"%d\" y=\"%.1f\" width=\"12\" height=\"12\" fill=\"%s\"/>", x, y - 10,
          entry[0]);
      add("<text x=\"%d\" y=\"%.1f\">%s</text>", x + 18, y, entry[1]);
      x += 80;
    }
  }

  private static int x(int member) {
    return MARGIN + member * COLUMN;
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
