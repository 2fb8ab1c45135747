package io.okapifs.hdfs.suites;

import java.util.ArrayList;
import java.util.List;

/** Says what is worse on the woven jars than on the stock jars, case by case. */
final class SuiteJudge {

  private final SuiteTable table;
  private final SuiteResults recorded;

  SuiteJudge(SuiteTable table, SuiteResults recorded) {
    this.table = table;
    this.recorded = recorded;
  }

  /** One sentence for each case of a whole class that is worse; empty if none is. */
  List<String> worse(SuiteMode mode, SuiteResult now) {
    return worse(mode, SuitePart.whole(now.suite()), now);
  }

  /** The same of a part of a class. */
  List<String> worse(SuiteMode mode, SuitePart part, SuiteResult now) {
    SuiteResult stock = recorded.get(SuiteMode.STOCK, now.suite());
    if (stock == null) {
      return List.of(now.suite() + " has no recorded result on the stock jars");
    }
    int expectedCount = part.isWhole() ? stock.executedCount() : part.cases().size();
    List<String> worse = new ArrayList<>();
    if (now.executedCount() < expectedCount) {
      worse.add(
          "%s, %s: fewer cases ran than on the stock jars: executedCount=%d, stock=%d"
              .formatted(now.suite(), mode, now.executedCount(), expectedCount));
    }
    for (String testCase : now.failed()) {
      if (!stock.everFailed().contains(testCase)
          && !table.differs(mode, now.suite(), testCase)) {
        worse.add(
            "%s#%s, %s: fails, but not on the stock jars"
                .formatted(now.suite(), testCase, mode));
      }
    }
    return worse;
  }
}
