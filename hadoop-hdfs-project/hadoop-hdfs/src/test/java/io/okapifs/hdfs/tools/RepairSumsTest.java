package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class RepairSumsTest {

  private static final String MIB = "1048576";

  private static JsonNode beans(String... beans) throws Exception {
    return new ObjectMapper().readTree("[" + String.join(",", beans) + "]");
  }

  private static String bean(String name, String policy, String counters) {
    return "{'name':'%s','tag.Policy':'%s',%s}".formatted(name, policy, counters)
        .replace('\'', '"');
  }

  @Test
  void countersOfNodesAreSummedPerPolicyAndShownAsRatios() throws Exception {
    RepairSums sums = new RepairSums();
    String counters =
        "'Repairs':2,'BytesRead':" + MIB + ",'RemoteBytesRead':524288,'Runs':26,'Positionings':39,"
            + "'BytesRebuilt':" + MIB + ",'Windows':4,'SpooledBytes':" + MIB
            + ",'TailDataBytes':1000,'TailParityBytes':800,'ReadNanos':3000000,'ComputeNanos':2000000,'WriteNanos':1000000";
    sums.add(beans(bean("a", "LESS4-10-4-1024k", counters), bean("r", "RS-6-3-1024k",
        "'Repairs':1,'BytesRead':600,'BytesRebuilt':100,'Runs':6")));
    sums.add(beans(bean("b", "LESS4-10-4-1024k", counters.replace(MIB, "3145728"))));
    assertThat(sums.toString().lines())
        .containsExactly(
            "LESS4-10-4-1024k: 4 repairs, 4194304 bytes rebuilt",
            "  read       1.000 bytes per byte rebuilt, 25.0% from other nodes",
            "  runs       13.000 per repair, 1.500 positionings per run",
            "  time       1.500 ms reading, 1.000 computing, 0.500 writing per MiB rebuilt",
            "  spooled    1.000 bytes per byte rebuilt, in 8 windows",
            "  tails      0.800 bytes of parity per byte of data, of 2000 bytes",
            "RS-6-3-1024k: 1 repairs, 100 bytes rebuilt",
            "  read       6.000 bytes per byte rebuilt, 0.0% from other nodes",
            "  runs       6.000 per repair, 0.000 positionings per run",
            "  time       0.000 ms reading, 0.000 computing, 0.000 writing per MiB rebuilt",
            "  spooled    0.000 bytes per byte rebuilt, in 0 windows",
            "  tails      0.000 bytes of parity per byte of data, of 0 bytes");
  }

  @Test
  void aBeanThatTwoNodesShowIsCountedOnce() throws Exception {
    RepairSums sums = new RepairSums();
    JsonNode both = beans(bean("a", "P", "'Repairs':1"), bean("b", "P", "'Repairs':1"));
    sums.add(both);
    sums.add(both);
    assertThat(sums.toString()).startsWith("P: 2 repairs, 0 bytes rebuilt");
  }

  @Test
  void withoutRepairsThereIsNothingToShow() throws Exception {
    RepairSums sums = new RepairSums();
    sums.add(beans("{\"name\": \"another\"}"));
    assertThat(sums).hasToString("No group was repaired by the DataNodes that are live.\n");
  }
}
