package io.okapifs.ec.plan;

/**
 * What a program computes, per byte of a sub-block: the measure by which ways to encode are
 * compared.
 *
 * @param products multiplications by a constant, each added to something or not
 * @param additions plain XORs; the first term of a sum is a copy, which is not counted
 */
public record ProgramWork(long products, long additions) {}
