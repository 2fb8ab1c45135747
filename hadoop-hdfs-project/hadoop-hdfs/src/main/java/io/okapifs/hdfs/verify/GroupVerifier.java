package io.okapifs.hdfs.verify;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.CodingBuffers;
import io.okapifs.hdfs.verify.GroupEquations.Contradiction;
import io.okapifs.hdfs.verify.GroupMembers.Member;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * Verifies groups of one policy, one after the other and each window by window, so that memory does
 * not depend on the size of blocks. Used by one thread.
 */
final class GroupVerifier {

  private static final int WINDOW_BYTES = 256 << 10;
  private static final int CHUNK_BYTES = 512;

  private final DFSClient client;
  private final Configuration conf;
  private final VerifyReport report;
  private final ErasureCode code;
  private final int windowBytes;
  private final GroupEquations equations;
  private final ByteBuffer[] buffers;

  /**
   * @throws io.okapifs.ec.code.UnsupportedCodeException where this program has no such code
   */
  GroupVerifier(
      DFSClient client, Configuration conf, VerifyReport report, VerifiedFile file) {
    this.client = client;
    this.conf = conf;
    this.report = report;
    this.code = file.policy().code();
    int chunks = Math.max(1, WINDOW_BYTES / CHUNK_BYTES / code.alpha());
    this.windowBytes = chunks * CHUNK_BYTES;
    this.equations = new GroupEquations(code, windowBytes);
    this.buffers = new ByteBuffer[code.n() * code.alpha()];
    for (int i = 0; i < buffers.length; i++) {
      buffers[i] = CodingBuffers.allocate(windowBytes);
    }
  }

  /** Verifies one group; what is wrong with it goes to the report. */
  void verify(VerifiedFile file, long group) throws IOException {
    new Run(file, file.locate(group)).run();
  }

  private final class Run {

    private final VerifiedFile file;
    private final GroupMembers group;
    private final Map<Integer, MemberSource> sources = new TreeMap<>();
    private final BitSet lost = new BitSet();
    private final BitSet wrong = new BitSet();

    Run(VerifiedFile file, GroupMembers group) {
      this.file = file;
      this.group = group;
    }

    void run() throws IOException {
      for (int member = 0; member < code.n(); member++) {
        lost.set(member, group.members().get(member).isLost());
      }
      if (!lost.isEmpty() && isDecodable()) {
        boolean noParity = lost.get(code.k(), code.n()).cardinality() == code.r();
        report.incomplete(
            noParity ? "UNPROTECTED" : "MISSING",
            place() + ": " + (noParity ? "it has no parity yet: " : "") + describe(lost));
      }
      try {
        open();
        verify();
      } finally {
        sources.values().forEach(MemberSource::close);
      }
    }

    private boolean isDecodable() {
      BitSet live = (BitSet) lost.clone();
      live.flip(0, code.n());
      return code.decodable(live);
    }

    private void open() {
      for (int index = 0; index < code.n(); index++) {
        Member member = group.members().get(index);
        if (!lost.get(index) && !member.isAbsent()) {
          int number = index;
          ByteBuffer[] own = new ByteBuffer[code.alpha()];
          System.arraycopy(buffers, index * code.alpha(), own, 0, own.length);
          sources.put(
              index,
              new MemberSource(
                  client, conf, member, group.parityLength() / code.alpha(), own,
                  () -> relocate(number)));
        }
      }
    }

    private Member relocate(int member) throws IOException {
      GroupMembers now = file.locate(group.group());
      if (!now.isSameAs(group)) {
        throw new FileChangedException("it was replaced meanwhile");
      }
      return now.members().get(member);
    }

    /** Reads all that is there, also where nothing is left to compare it with. */
    private void verify() throws IOException {
      long subBlockLength = group.parityLength() / code.alpha();
      boolean compares = true;
      for (long from = 0; from < subBlockLength && isDecodable(); from += windowBytes) {
        int length = (int) Math.min(windowBytes, subBlockLength - from);
        int lostBefore = lost.cardinality();
        fill(from, length);
        if (equations.canCheck(lost)) {
          compares = compares && compare(from, length);
        } else if (lost.cardinality() > lostBefore && isDecodable()) {
          report.incomplete(
              "UNVERIFIED",
              place() + ": too little can be read to compare it from offset " + from + " on");
        }
      }
      if (!isDecodable()) {
        report.bad(
            "LOST", place() + ": more is missing than can be recovered: " + describe(lost));
      }
    }

    private void fill(long from, int length) throws IOException {
      for (int member : sources.keySet()) {
        if (lost.get(member)) {
          continue;
        }
        MemberSource source = sources.get(member);
        long before = source.bytesRead();
        int corruptBefore = source.corruptOn().size();
        try {
          source.fill(from, length);
        } catch (FileChangedException e) {
          throw e;
        } catch (IOException e) {
          lost.set(member);
          source.close();
          if (source.corruptOn().isEmpty()) {
            report.bad("UNREADABLE", place() + " " + describe(member) + ": " + firstLine(e));
          }
        }
        if (source.corruptOn().size() > corruptBefore) {
          report.bad(
              "BAD",
              place() + " " + describe(member) + ": its stored checksums do not match, from"
                  + " offset " + from + " on at the latest, on " + names(source));
        }
        report.read(source.bytesRead() - before);
      }
    }

    private static String names(MemberSource source) {
      return source.corruptOn().stream()
          .map(DatanodeInfo::getXferAddr).collect(Collectors.joining(", "));
    }

    /** Returns whether it makes sense to compare further windows. */
    private boolean compare(long from, int length) {
      ByteBuffer[] window = new ByteBuffer[buffers.length];
      sources.forEach(
          (member, source) -> {
            for (int j = 0; j < code.alpha() && !lost.get(member); j++) {
              window[member * code.alpha() + j] = source.subBlock(j);
            }
          });
      if (equations.hold(window, length, lost)) {
        return true;
      }
      for (Contradiction found : equations.explain(window, length, lost)) {
        long offset =
            found.subBlock() * (group.parityLength() / code.alpha()) + from + found.offset();
        if (found.member() == Contradiction.NOBODY) {
          report.bad(
              "BAD",
              place() + ": its members contradict each other from offset " + offset
                  + " on, and which one is wrong cannot be told: " + describe(read()));
          return false;
        }
        if (!wrong.get(found.member())) {
          wrong.set(found.member());
          report.bad(
              "BAD",
              place() + " " + describe(found.member()) + ": does not fit all the others from"
                  + " offset " + offset + " on");
        }
      }
      return true;
    }

    /** Members that are compared. */
    private BitSet read() {
      BitSet read = new BitSet();
      sources.keySet().forEach(read::set);
      read.andNot(lost);
      return read;
    }

    private String describe(BitSet members) {
      return members.stream().mapToObj(this::describe).collect(Collectors.joining("; "));
    }

    private String describe(int member) {
      return "member " + member + " (" + group.members().get(member) + ")";
    }

    private String place() {
      return file.path() + " group " + group.group();
    }
  }

  private static String firstLine(IOException e) {
    String message = e.getMessage();
    return message == null ? e.toString() : message.split("\n", 2)[0];
  }
}
