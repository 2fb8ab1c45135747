package io.okapifs.ec.plan;

import io.okapifs.ec.EcException;

/**
 * One sub-block of one member of a group. A value; negative numbers are refused with {@link
 * EcException}.
 *
 * @param member the member
 * @param index which of the alpha sub-blocks of its block
 */
public record SubBlock(int member, int index) {
  public SubBlock {
    if (member < 0 || index < 0) {
      throw new EcException("bad sub-block: member=" + member + ", index=" + index);
    }
  }
}
