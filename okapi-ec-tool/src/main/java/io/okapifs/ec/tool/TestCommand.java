package io.okapifs.ec.tool;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.tool.contract.CheckResult;
import io.okapifs.ec.tool.contract.CodeContract;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tries what every code must do. */
@Command(
    name = "test",
    description = {
      "Tries on a code what every code must do: losses are rebuilt, plans read what they say,"
          + " partial parities add up, two instances and all kernels give the same bytes.",
      "A line per check; exit code 1 where one fails."
    },
    mixinStandardHelpOptions = true)
final class TestCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "CODE", description = "As LESS4-10-4, with k and r.")
  private ErasureCode code;

  @Option(
      names = "--sets",
      paramLabel = "N",
      description = "Of each number of losses so many sets at most, random ones where there are"
          + " more (default: ${DEFAULT-VALUE}).")
  private int sets = 2000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of data, samples and order (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Override
  public Integer call() {
    if (sets < 1) {
      throw new ParameterException(spec.commandLine(), "--sets=" + sets + "; choose 1 or more");
    }
    String codec = codec();
    List<CheckResult> results =
        new CodeContract(
            code, () -> CodeRegistry.createAnew(codec, code.k(), code.r()), sets, seed).run();
    PrintWriter out = spec.commandLine().getOut();
    for (CheckResult result : results) {
      out.printf("%-4s  %-15s %s%n", result.passed() ? "ok" : "FAIL", result.name(), result.text());
    }
    long failed = results.stream().filter(result -> !result.passed()).count();
    out.println(
        code.name() + ": " + (failed == 0 ? "all " + results.size() + " checks pass"
            : failed + " of " + results.size() + " checks fail"));
    out.flush();
    return failed == 0 ? 0 : OkapiEc.FAILED;
  }

  private String codec() {
    String members = "-" + code.k() + "-" + code.r();
    String name = code.name();
    return name.substring(0, name.length() - members.length()).toLowerCase(Locale.ROOT);
  }
}
