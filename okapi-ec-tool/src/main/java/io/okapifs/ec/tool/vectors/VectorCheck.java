package io.okapifs.ec.tool.vectors;

import io.okapifs.ec.EcException;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.SubBlockRun;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Compares a code of ours with a vector. */
public final class VectorCheck {
  private final CodeVector vector;
  private final List<String> differences = new ArrayList<>();

  private VectorCheck(CodeVector vector) {
    this.vector = vector;
  }

  /** What does not match, in a line; empty for a match. */
  public static Optional<String> mismatch(CodeVector vector) {
    try {
      List<String> differences = new VectorCheck(vector).differences();
      return differences.isEmpty()
          ? Optional.empty()
          : Optional.of("no match: " + vector.title() + ": " + String.join(", ", differences));
    } catch (EcException e) {
      return Optional.of("unknown: " + vector.title() + ": " + e.getMessage());
    }
  }

  private List<String> differences() {
    ErasureCode code = vector.code();
    if (code.alpha() != vector.alpha()) {
      return List.of("our alpha is " + code.alpha());
    }
    if (!vector.parityGenerator().isEmpty()) {
      compareGenerator(code);
    }
    compareParities(code);
    if (!vector.plans().isEmpty()) {
      comparePlans(code, vector.plans());
    }
    return differences;
  }

  /** Ours of two-byte symbols is over the tower, so that only parities can be compared. */
  private void compareGenerator(ErasureCode code) {
    String[] rows = vector.parityGenerator().toArray(String[]::new);
    GfMatrix theirs = GfMatrix.ofHexRows(rows);
    if (code.granuleBytes() == 1 && !code.encode().toMatrix().equals(theirs)) {
      differences.add("parity_generator");
    }
  }

  private void compareParities(ErasureCode code) {
    byte[] parities = new VectorData(code).parities();
    String first = HexFormat.of().formatHex(parities, 0, VectorData.SUB_BLOCK_BYTES);
    if (!first.equals(vector.firstParity())) {
      differences.add("first_parity");
    }
    if (!sha256(parities).equals(vector.paritySha256())) {
      differences.add("parity_sha256");
    }
  }

  static String sha256(byte[] parities) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(parities));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void comparePlans(ErasureCode code, List<Map<Integer, List<Integer>>> plans) {
    if (plans.size() != code.n()) {
      differences.add(plans.size() + " plans for " + code.n() + " members");
      return;
    }
    for (int member = 0; member < plans.size(); member++) {
      if (!reads(code, member).equals(plans.get(member))) {
        differences.add("plan of member " + member);
      }
    }
  }

  static Map<Integer, List<Integer>> reads(ErasureCode code, int member) {
    BitSet lost = MemberSets.of(member);
    Map<Integer, List<Integer>> reads = new TreeMap<>();
    for (SubBlockRun run : code.repair(lost, MemberSets.others(lost, code.n())).runs()) {
      List<Integer> subBlocks = reads.computeIfAbsent(run.member(), key -> new ArrayList<>());
      IntStream.range(run.firstSubBlock(), run.endSubBlock()).forEach(subBlocks::add);
    }
    return reads;
  }
}
