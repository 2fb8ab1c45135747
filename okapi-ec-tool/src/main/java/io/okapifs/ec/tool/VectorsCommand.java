package io.okapifs.ec.tool;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.tool.vectors.CodeVector;
import io.okapifs.ec.tool.vectors.VectorCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks our codes against vectors that another implementation computed. */
@Command(
    name = "vectors",
    description = {
      "Checks our codes against a file of vectors: matrices, parities, repair reads.",
      "With --write makes such a file, for other implementations."
    },
    mixinStandardHelpOptions = true)
final class VectorsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "JSON, an array of vectors.")
  private Path file;

  @Option(
      names = "--write",
      split = ",",
      paramLabel = "CODE",
      description = "Writes the vectors of these codes of ours into FILE, a new one.")
  private List<ErasureCode> codes = List.of();

  @Override
  public Integer call() throws IOException {
    if (!codes.isEmpty()) {
      List<CodeVector> ours = codes.stream().map(CodeVector::of).toList();
      Files.write(file, CodeVector.toBytes(ours), StandardOpenOption.CREATE_NEW);
      spec.commandLine().getOut().println("wrote " + ours.size() + " vectors into " + file);
      return 0;
    }
    List<CodeVector> vectors = CodeVector.read(file);
    if (vectors.isEmpty()) {
      throw new IOException("no vectors: file=" + file);
    }
    int matches = 0;
    for (CodeVector vector : vectors) {
      Optional<String> mismatch = VectorCheck.mismatch(vector);
      matches += mismatch.isEmpty() ? 1 : 0;
      mismatch.ifPresent(spec.commandLine().getErr()::println);
    }
    spec.commandLine().getOut().println(matches + " of " + vectors.size() + " vectors match");
    return matches == vectors.size() ? 0 : OkapiEc.FAILED;
  }
}
