package io.okapifs.ec.tool;

import io.okapifs.ec.EcException;
import io.okapifs.ec.analysis.Durability;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** By which rates the time to data loss is told. */
final class DurabilityOptions {
  @Option(
      names = "--mttf",
      paramLabel = "HOURS",
      description = "Of the MTTDL: mean time until a block is lost (default: ${DEFAULT-VALUE}).")
  private double mttfHours = 1_000_000;

  @Option(
      names = "--mttr",
      paramLabel = "HOURS",
      description = "Of the MTTDL: mean time of a repair that reads k blocks; one that reads less"
          + " takes as much less (default: ${DEFAULT-VALUE}).")
  private double mttrHours = 24;

  Durability durability(CommandSpec spec) {
    try {
      return new Durability(mttfHours, mttrHours);
    } catch (EcException e) {
      throw new ParameterException(spec.commandLine(), "--mttf, --mttr: " + e.getMessage());
    }
  }
}
