package io.okapifs.ec.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.plan.CodingProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class DescribeCommandTest {
  @TempDir private Path folder;

  @Test
  void aCodeIsShownWithGroupsAndWhatEachRepairReads() {
    Answer answer = Answer.of("describe", "LESS4-10-4");
    assertThat(answer.code()).isZero();
    assertThat(answer.out())
        .startsWith("LESS4-10-4\n  members     10 data 0..9, 4 parity 10..13\n")
        .contains("  MDS         yes\n")
        .contains("  tolerance   any 4 losses\n")
        .contains("  overhead    1.4 bytes")
        .contains("  groups      {0, 1, 2} {3, 4, 5} {6, 7, 8} {9, 10, 11} {12, 13}\n")
        .contains("\ndata 0  4.75    13      x  4  4  1  1  1  1  1  1  1  1  1  1  1\n");
    assertThat(answer.out().lines().filter(line -> line.matches("(data|par\\.) .*"))).hasSize(14);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RS-6-3", "CLAY-6-3", "XOR-4-1"})
  void codesWhoseMembersAreReadAlikeHaveNoGroups(String name) {
    assertThat(Answer.of("describe", name).out()).contains("  groups      none\n");
  }

  @Test
  void groupsAreFoundInThePlans() {
    assertThat(Answer.of("describe", "HITCHHIKER-XOR-6-3").out())
        .contains("  groups      {0, 1, 2} {3, 4, 5}\n");
    assertThat(Answer.of("describe", "AZURE-LRC2-6-4").out())
        .contains("  groups      {0, 1, 2, 6} {3, 4, 5, 7}\n");
  }

  @Test
  void wideCodesAreShownWithoutTheGrid() {
    Answer answer = Answer.of("describe", "RS-40-4");
    assertThat(answer.out()).contains("\ndata 0  40      40\n").doesNotContain("read of each");
  }

  @Test
  void thePlanOfARepairIsALinePerHelper() {
    Answer answer = Answer.of("describe", "LESS2-4-2", "--lost", "0");
    assertThat(answer.code()).isZero();
    assertThat(answer.out())
        .isEqualTo(
            """
            repair of [0]: reads 6 sub-blocks, 3 blocks, in 5 runs
              member 1    sub-blocks 0-1
              member 2    sub-blocks 0
              member 3    sub-blocks 0
              member 4    sub-blocks 0
              member 5    sub-blocks 0
            """);
  }

  @Test
  void aRepairThatCannotBeDoneIsRefused() {
    Answer answer = Answer.of("describe", "RS-2-1", "--lost", "0,2");
    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.err())
        .isEqualTo(
            "okapi-ec describe: not decodable: code=RS-2-1, lost={0, 2}, available={1}\n");
  }

  @Test
  void theDrawingHasARectanglePerMemberAndRunAndIsNotWrittenOverAnother() throws Exception {
    Path svg = folder.resolve("plan.svg");
    assertThat(Answer.of("describe", "LESS4-10-4", "--lost", "3,4", "--svg", svg).code()).isZero();
    Document drawing =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
    int runs =
        CodeDescription.planOf(
                CodeRegistry.byName("LESS4-10-4"), MemberSets.of(3, 4))
            .seeks();
    assertThat(countOf(drawing, "#c8442f")).isEqualTo(2 + 1);
    assertThat(countOf(drawing, "#d8dee6")).isEqualTo(12 + 1);
    assertThat(countOf(drawing, "#2f6fb3")).isEqualTo(runs + 1);

    String before = Files.readString(svg);
    Answer again = Answer.of("describe", "LESS4-10-4", "--svg", svg);
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err()).contains("exists already", svg.toString());
    assertThat(Files.readString(svg)).isEqualTo(before);
  }

  /** With one in the legend. */
  private static int countOf(Document drawing, String colour) {
    NodeList rectangles = drawing.getElementsByTagName("rect");
    int count = 0;
    for (int i = 0; i < rectangles.getLength(); i++) {
      String fill = rectangles.item(i).getAttributes().getNamedItem("fill").getNodeValue();
      count += fill.equals(colour) ? 1 : 0;
    }
    return count;
  }

  @Test
  void theGeneratorIsShownInHexadecimal() throws Exception {
    Answer answer = Answer.of("describe", "RS-6-3", "--matrix");
    assertThat(answer.out()).isEqualTo("7aba47a78ef4\nba7aa747f48e\nad9ddd983daa\n");
    assertThat(Answer.of("describe", "RS-6-3", "--matrix", "--csv").out())
        .startsWith("d0,d1,d2,d3,d4,d5\n122,186,71,167,142,244\n");
    assertThat(
            new ObjectMapper()
                .readTree(Answer.of("describe", "RS-6-3", "--matrix", "--json").out())
                .get("parity_generator").get(2).asText())
        .isEqualTo("ad9ddd983daa");
  }

  @Test
  void programsAreShownAsTheyAreReadBack() {
    ErasureCode less = CodeRegistry.byName("LESS2-4-2");
    String encode = Answer.of("describe", "LESS2-4-2", "--program").out();
    assertThat(CodingProgram.parse(encode)).isEqualTo(less.encode());
    String repair = Answer.of("describe", "LESS2-4-2", "--program", "--lost", "0").out();
    BitSet lost = MemberSets.of(0);
    assertThat(CodingProgram.parse(repair))
        .isEqualTo(less.repair(lost, MemberSets.others(lost, 6)).program());
  }

  @Test
  void allPlansAreThoseOfEachLoss() throws Exception {
    String all = Answer.of("describe", "LESS2-4-2", "--plan-all").out();
    for (int member = 0; member < 6; member++) {
      assertThat(all).contains(Answer.of("describe", "LESS2-4-2", "--lost", member).out());
    }
    String json = Answer.of("describe", "LESS2-4-2", "--plan-all", "--json").out();
    JsonNode plans = new ObjectMapper().readTree(json);
    assertThat(plans).hasSize(6);
    assertThat(Answer.of("describe", "LESS2-4-2", "--plan-all", "--csv").out())
        .startsWith("lost,member,first_sub_block,sub_blocks\n0,1,0,2\n");
  }

  @Test
  void theTimeToDataLossIsOfTheRatesThatAreGiven() {
    assertThat(Answer.of("describe", "XOR-4-1").out())
        .contains("  MTTDL       2.38e+05 years of a group, where a block is lost every 1000000"
            + " hours and a repair that reads k blocks takes 24 hours\n");
    assertThat(Answer.of("describe", "XOR-4-1", "--mttf", "500000", "--mttr", "48").out())
        .contains("  MTTDL       2.97e+04 years of a group, where a block is lost every 500000"
            + " hours and a repair that reads k blocks takes 48 hours\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "--matrix --program", "--matrix --lost 0", "--plan-all --svg x.svg", "--mttf 0", "--mttr -1"
  })
  void partsThatDoNotGoTogetherAreRefused(String options) {
    Answer answer = Answer.of((Object[]) ("describe RS-6-3 " + options).split(" "));
    assertThat(answer.code()).isEqualTo(2);
    assertThat(answer.err().lines()).hasSize(1);
    assertThat(answer.err()).contains(options.split(" ")[0]);
  }
}
