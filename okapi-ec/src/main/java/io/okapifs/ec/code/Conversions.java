package io.okapifs.ec.code;

import io.okapifs.ec.EcException;
import io.okapifs.ec.cache.BoundedCache;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.ConversionPlan;
import java.util.Collections;
import java.util.List;

/**
 * Merges of parity groups that touch no data.
 *
 * <p>Theory: in a convertible code, putting a group's data behind so many other data members
 * changes its share of the parities by a matrix that depends on that number alone. The new parities
 * are the sum of the shares. Merging merged groups again gives what merging all at once gives.
 *
 * <p>From: Access-optimal Linear MDS Convertible Codes for All Parameters, ISIT'20. They make the
 * re-grouping of files of Okapi, OSDI'25, section 4.5, which reads all data, cheaper.
 *
 * <p>Any thread may call it.
 */
public final class Conversions {
  /** Codecs whose parities merge. */
  public static final List<String> CODECS =
      List.of(LegacyReedSolomon.CODEC, VandermondeReedSolomon.CODEC, Xor.CODEC);

  private static final int CACHED_CODES_MAX = 64;

  private static final BoundedCache<Merge, ErasureCode> CODES =
      new BoundedCache<>(CACHED_CODES_MAX);

  private record Merge(String codecName, int k, int groups, int r) {}

  private Conversions() {}

  /**
   * The plan that makes one group out of consecutive ones, which may differ in width; refuses
   * codecs that cannot, and merged groups that the codec does not support.
   *
   * @param codecName the codec of all groups, old and new
   * @param dataMembers k of each old group, in file order, at least one
   * @param r parity members of each old group and of the new one
   * @return a plan that reads all r parities of every old group and writes the new group's r
   * @throws EcException where there is nothing to merge or the codec cannot, and as {@link
   *     UnsupportedCodeException} where it has no such group
   */
  public static ConversionPlan merge(String codecName, List<Integer> dataMembers, int r) {
    return new ConversionPlan(
        codecName, dataMembers, r, CodingProgram.ofMatrix(shares(codecName, dataMembers, r)));
  }

  /**
   * A merge of equal groups as a code, so that whatever repairs groups can merge them: its data
   * members are the old parities, group by group, and its parity members are the new ones. It is
   * not for storage.
   *
   * @param codecName the codec of all groups, old and new
   * @param k of each old group
   * @param groups how many, at least one
   * @param r parity members of each old group and of the new one
   * @return the shared instance
   * @throws EcException as {@link #merge} does
   */
  public static ErasureCode code(String codecName, int k, int groups, int r) {
    return CODES.get(new Merge(codecName, k, groups, r), Conversions::code);
  }

  private static ErasureCode code(Merge merge) {
    GfMatrix shares =
        shares(merge.codecName(), Collections.nCopies(merge.groups(), merge.k()), merge.r());
    return new CodeBuilder(merge.codecName() + "-merge" + merge.k(), merge.groups() * merge.r(),
            merge.r())
        .generator(shares)
        // Every old parity has a share in some new one; two may have theirs in the same one only.
        .tolerance(1)
        .notStored("its data members are parities of other groups")
        .build();
  }

  /** Whether the parities of such groups make those of wider ones. */
  public static boolean isConvertible(ErasureCode code) {
    return code.parityShare(0).isPresent();
  }

  private static GfMatrix shares(String codecName, List<Integer> dataMembers, int r) {
    if (dataMembers.isEmpty()) {
      throw new EcException("nothing to merge: codec=" + codecName);
    }
    int total = dataMembers.stream().mapToInt(Integer::intValue).reduce(0, Math::addExact);
    GfMatrix shares = GfMatrix.of(r, 0, (row, column) -> 0);
    CodeRegistry.create(codecName, total, r);
    int before = 0;
    for (int k : dataMembers) {
      ErasureCode part = CodeRegistry.create(codecName, k, r);
      int offset = before;
      GfMatrix share =
          part.parityShare(offset)
              .orElseThrow(
                  () ->
                      new EcException(
                          "not convertible: code=" + part.name() + "; supported: codecs ["
                              + String.join(", ", CODECS) + "]"));
      shares = shares.besides(share);
      before += k;
    }
    return shares;
  }
}
