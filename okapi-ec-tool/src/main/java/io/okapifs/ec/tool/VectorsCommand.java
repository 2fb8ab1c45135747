package io.okapifs.ec.tool;

import io.okapifs.ec.tool.vectors.CodeVector;
import io.okapifs.ec.tool.vectors.VectorCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks our codes against vectors that another implementation computed. */
@Command(
    name = "vectors",
    description = "Checks our codes against a file of vectors: matrices, parities, repair reads.",
    mixinStandardHelpOptions = true)
final class VectorsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "JSON, an array of vectors.")
  private Path file;

  @Override
  public Integer call() throws IOException {
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
