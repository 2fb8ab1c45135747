package io.okapifs.hdfs.write;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Folds with the code that a policy names. Not thread safe; one per writer. */
public final class CodeFolder implements CellFolder {

  /** Programs compiled by one writer serve the next. */
  private static final Coder CODER = new Coder(Kernels.best());

  private record Members(int first, int count) {}

  private final ErasureCode code;
  private final Map<Members, CodingProgram> programs = new HashMap<>();

  public CodeFolder(GroupPolicy policy) {
    if (policy.alpha() != 1) {
      throw new IllegalArgumentException(
          "cannot be encoded while streaming: policy=" + policy.name() + ", alpha="
              + policy.alpha());
    }
    this.code = policy.code();
    if (!code.finish().isIdentity()) {
      throw new IllegalArgumentException(
          "partial parities are not parities: policy=" + policy.name());
    }
  }

  @Override
  public void fold(int firstMember, ByteBuffer[] cells, ByteBuffer[] parities) {
    Members members = new Members(firstMember, cells.length);
    CODER.run(programs.computeIfAbsent(members, this::program), cells, parities);
  }

  @Override
  public void encode(ByteBuffer[] cells, ByteBuffer[] parities) {
    CODER.run(CODER.encodeProgram(code), cells, parities);
  }

  private CodingProgram program(Members members) {
    BitSet set = new BitSet();
    set.set(members.first(), members.first() + members.count());
    return code.columns(set, 0);
  }
}
