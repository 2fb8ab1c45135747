package io.okapifs.ec.adapt;

/**
 * What a file has under a policy, or would have.
 *
 * @param mttdlYears mean time until the group of the file that is lost soonest cannot be decoded
 * @param storedBytes data and parity
 * @param movedBytes what it takes to get there, read and written; of what the file has 0
 */
public record Form(String policy, double mttdlYears, long storedBytes, long movedBytes) {}
