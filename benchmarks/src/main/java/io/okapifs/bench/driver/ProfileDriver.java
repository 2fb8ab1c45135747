package io.okapifs.bench.driver;

import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import one.profiler.AsyncProfiler;

/**
 * A cluster whose work is recorded; its other commands are those of {@link ClusterDriver}.
 */
public final class ProfileDriver {

  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** The folder that this JVM was given for what it writes. */
  private static final String FOLDER = System.getProperty("test.build.data");

  private final ClusterDriver clusters = new ClusterDriver();

  private ProfileDriver() {}

  public static void main(String[] args) throws Exception {
    ProfileDriver driver = new ProfileDriver();
    ChildLoop.serve(driver::handle, driver.clusters::cluster);
  }

  private Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "recorded" -> recorded(words);
      default -> clusters.handle(words);
    };
  }

  /**
   * Name of the recording, milliseconds of processor time from one sample of a thread to its next,
   * and a command. The answer has the processor time of the whole process meanwhile, of user and
   * system.
   */
  private Map<String, ?> recorded(String[] words) throws Exception {
    AsyncProfiler profiler = AsyncProfiler.getInstance();
    String file = new File(FOLDER, words[1]).getPath();
    // A timer per thread that counts its processor time: who waits is not sampled.
    profiler.execute(
        "start,event=ctimer,cstack=vm,jfr,interval=" + words[2] + "ms,file=" + file);
    long cpuStart = PROCESS.getProcessCpuTime();
    Map<String, Object> answer = new LinkedHashMap<>();
    try {
      answer.putAll(handle(Arrays.copyOfRange(words, 3, words.length)));
    } finally {
      answer.put("cpuNanos", PROCESS.getProcessCpuTime() - cpuStart);
      profiler.execute("stop,file=" + file);
    }
    return answer;
  }
}
