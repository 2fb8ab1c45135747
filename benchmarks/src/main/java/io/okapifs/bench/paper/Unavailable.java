package io.okapifs.bench.paper;

import java.util.List;
import java.util.Optional;

/**
 * What nobody outside has.
 *
 * @param why whose it is
 * @param stand what stands in for it
 */
record Unavailable(String why, String stand) implements Source {
  @Override
  public Outcome outcome(Available available) {
    return new Outcome(
        Outcome.State.CANNOT_BE_HAD, List.of(), "Cannot be had: " + why + " Instead: " + stand);
  }

  @Override
  public String how() {
    return "nothing";
  }

  @Override
  public Optional<String> substitute() {
    return Optional.of(stand);
  }
}
