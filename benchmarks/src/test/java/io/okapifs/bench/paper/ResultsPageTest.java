package io.okapifs.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kept results become tables. */
final class ResultsPageTest {

  @TempDir Path folder;

  @Test
  void aFileIsASectionWithItsCommandAndATableOfEachKind() throws IOException {
    Files.writeString(
        folder.resolve("reads.jsonl"),
        """
        {"result":"environment","processor":"X","processors":2,"features":"avx2","loadAverage":1.6,"commit":"abc","command":"bin/bench reads"}
        {"result":"reads","layout":"1","reads":7}
        {"result":"throughput beside coupled","layout":"1","lost":"none","ratio":1.78912,"low95":1.6,"high95":1.99999,"pairs":5}
        {"result":"throughput beside coupled","layout":"2","lost":"none","refused":"busy"}
        """);
    Files.writeString(folder.resolve("simulate-x.jsonl"), "{\"result\":\"simulate\"}\n");
    String page = ResultsPage.of(folder);
    assertThat(page).contains(
        """
        ## reads

        `bin/bench reads`

        Measured at commit abc on 2 processors of X with avx2, load 2 before (`reads.jsonl`).

        throughput beside coupled:

        | layout | lost | ratio | pairs |
        |---|---|---|---|
        | 1 | none | 1.789 [1.6, 2] | 5 |
        | 2 | none |  |  |
        """);
    assertThat(page).doesNotContain("simulate");
  }

  @Test
  void aLineThatIsNoObjectIsNamed() throws IOException {
    Files.writeString(folder.resolve("bad.jsonl"), "{}\nnothing\n");
    assertThatThrownBy(() -> ResultsPage.of(folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bad.jsonl")
        .hasMessageContaining("line=2");
  }
}
