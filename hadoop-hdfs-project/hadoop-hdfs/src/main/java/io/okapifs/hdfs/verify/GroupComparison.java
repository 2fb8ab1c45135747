package io.okapifs.hdfs.verify;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.verify.Finding.Kind;
import io.okapifs.hdfs.verify.GroupEquations.Contradiction;
import io.okapifs.hdfs.verify.VerifiedMembers.Member;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * One group as it is read and compared, window by window, so that memory does not depend on the
 * size of blocks. Used by one thread.
 */
final class GroupComparison implements Closeable {

  private final VerifiedFile file;
  private final VerifiedMembers group;
  private final FileRun told;
  private final GroupWindow window;
  private final ErasureCode code;
  private final Map<Integer, MemberSource> sources = new TreeMap<>();
  private final BitSet lost = new BitSet();
  private final BitSet wrong = new BitSet();
  private final List<Finding> findings = new ArrayList<>();
  private boolean compared = true;

  GroupComparison(
      DFSClient client, Configuration conf, VerifiedFile file, VerifiedMembers group,
      GroupWindow window, FileRun told) {
    this.file = file;
    this.group = group;
    this.told = told;
    this.window = window;
    this.code = window.code();
    for (int index = 0; index < code.n(); index++) {
      Member member = group.members().get(index);
      lost.set(index, member.isLost());
      if (!member.isLost() && !member.isAbsent()) {
        int number = index;
        sources.put(
            index,
            new MemberSource(
                client, member, window.buffersOf(index),
                replica ->
                    new MemberReader(
                        client, conf, replica, member.length(), subBlockLength(), code.alpha()),
                () -> relocate().members().get(number)));
      }
    }
  }

  VerifiedFile file() {
    return file;
  }

  VerifiedMembers group() {
    return group;
  }

  /** What is not right, in the order in which it was found. */
  List<Finding> findings() {
    return findings;
  }

  /** What becomes of the findings. */
  ReportPlan plan(boolean repairs) {
    return ReportPlan.of(code, lost, compared, findings, repairs);
  }

  private long subBlockLength() {
    return group.parityLength() / code.alpha();
  }

  /** Where the members are now. */
  private VerifiedMembers relocate() throws IOException {
    VerifiedMembers now = file.locate(group.group());
    if (!now.isSameAs(group)) {
      throw new FileChangedException("it was replaced meanwhile");
    }
    return now;
  }

  /** Reads all that is there, also where nothing is left to compare it with. */
  void read() throws IOException {
    findLost();
    boolean compares = true;
    for (long from = 0; from < subBlockLength() && isDecodable(); from += window.bytes()) {
      int length = lengthAt(from);
      int lostBefore = lost.cardinality();
      fill(from, length);
      if (window.equations().canCheck(lost)) {
        compares = compares && compare(from, length);
      } else {
        compared = false;
        if (lost.cardinality() > lostBefore && isDecodable()) {
          add(
              Kind.UNVERIFIED, "UNVERIFIED",
              ": too little can be read to compare it from offset " + from + " on");
        }
      }
    }
    if (!isDecodable()) {
      compared = false;
      add(
          Kind.UNREACHABLE, "LOST",
          ": more is missing than can be recovered: " + describe(lost));
    }
  }

  private int lengthAt(long from) {
    return (int) Math.min(window.bytes(), subBlockLength() - from);
  }

  private void findLost() {
    BitSet missing = (BitSet) lost.clone();
    for (int member : lost.stream().toArray()) {
      for (String node : group.members().get(member).corruptOn()) {
        missing.clear(member);
        findings.add(
            Finding.knownCorrupt(
                place(member) + ": its replica is known to be corrupt, on " + node, member, node));
      }
    }
    if (!missing.isEmpty() && isDecodable()) {
      if (missing.get(code.k(), code.n()).cardinality() == code.r()) {
        add(
            Kind.UNVERIFIED, "UNPROTECTED",
            ": it has no parity and waits for encoding: " + describe(missing));
      } else {
        add(Kind.UNREACHABLE, "MISSING", ": " + describe(missing));
      }
    }
  }

  private void add(Kind kind, String word, String sentence) {
    findings.add(Finding.of(kind, word, place() + sentence));
  }

  private boolean isDecodable() {
    BitSet live = (BitSet) lost.clone();
    live.flip(0, code.n());
    return code.decodable(live);
  }

  private void fill(long from, int length) throws IOException {
    for (int member : sources.keySet()) {
      if (lost.get(member)) {
        continue;
      }
      MemberSource source = sources.get(member);
      long before = source.bytesRead();
      try {
        source.fill(from, length);
      } catch (FileChangedException e) {
        throw e;
      } catch (IOException e) {
        lost.set(member);
        source.close();
        if (!source.sawCorrupt()) {
          findings.add(
              Finding.of(
                  Kind.UNREACHABLE, "UNREACHABLE", place(member) + ": " + firstLine(e)));
        }
      }
      for (LocatedBlock corrupt : source.takeCorrupt()) {
        String sentence =
            place(member) + ": its stored checksums do not match, from offset " + from
                + " on at the latest, on " + corrupt.getLocations()[0].getXferAddr();
        findings.add(Finding.bad(Kind.CHECKSUM, sentence, member, corrupt, from));
      }
      told.count(Count.BYTES, source.bytesRead() - before);
    }
  }

  /** Returns whether it makes sense to compare further windows. */
  private boolean compare(long from, int length) {
    ByteBuffer[] bytes = bytes();
    if (window.equations().hold(bytes, length, lost)) {
      return true;
    }
    for (Contradiction found : window.equations().explain(bytes, length, lost)) {
      long offset = found.subBlock() * subBlockLength() + from + found.offset();
      if (found.member() == Contradiction.NOBODY) {
        add(
            Kind.UNEXPLAINED, "BAD",
            ": its members contradict each other from offset " + offset
                + " on, and which one is wrong cannot be told: " + describe(read(lost)));
        return false;
      }
      if (!wrong.get(found.member())) {
        wrong.set(found.member());
        String sentence =
            place(found.member()) + ": does not fit all the others from offset " + offset + " on";
        findings.add(
            Finding.bad(
                Kind.WRONG, sentence, found.member(), sources.get(found.member()).current(),
                from));
      }
    }
    return true;
  }

  /** What was read last, as the equations take it. */
  private ByteBuffer[] bytes() {
    ByteBuffer[] bytes = new ByteBuffer[code.n() * code.alpha()];
    sources.forEach(
        (member, source) -> {
          for (int j = 0; j < code.alpha() && !lost.get(member); j++) {
            bytes[member * code.alpha() + j] = source.subBlock(j);
          }
        });
    return bytes;
  }

  /**
   * Looks at members again that are about to be marked as wrong: whether their replicas are still
   * the ones that were read, and as wrong as they were.
   *
   * @throws IOException which of that is not so
   */
  void proveAgain(List<Finding> marked) throws IOException {
    VerifiedMembers now = relocate();
    for (Finding finding : marked) {
      boolean stays =
          now.members().get(finding.member()).replicas().stream().anyMatch(finding::isOf);
      if (!stays || !finding.isOf(sources.get(finding.member()).current())) {
        throw new IOException("its replica is not there any more");
      }
      if (!isWrongAt(finding)) {
        throw new IOException("it was not wrong when it was read again");
      }
    }
  }

  private boolean isWrongAt(Finding finding) throws IOException {
    int length = lengthAt(finding.window());
    for (Map.Entry<Integer, MemberSource> source : sources.entrySet()) {
      if (!lost.get(source.getKey())) {
        source.getValue().readAgain(finding.window(), length);
      }
    }
    List<Contradiction> found = window.equations().explain(bytes(), length, lost);
    return found.stream().anyMatch(each -> each.member() == finding.member())
        && found.stream().noneMatch(each -> each.member() == Contradiction.NOBODY);
  }

  /** Members that are compared. */
  private BitSet read(BitSet lost) {
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

  private String place(int member) {
    return place() + " " + describe(member);
  }

  private String place() {
    return file.path() + " group " + group.group();
  }

  static String firstLine(Exception e) {
    String message = e.getMessage();
    return message == null ? e.toString() : message.split("\n", 2)[0];
  }

  @Override
  public void close() {
    sources.values().forEach(MemberSource::close);
  }
}
