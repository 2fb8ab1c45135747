package io.okapifs.hdfs.verify;

/**
 * What a verification is asked for.
 *
 * @param threads that read groups
 * @param changedUntilMillis files that were changed later are left out
 * @param repairs whether members that the others prove wrong are marked as corrupt
 * @param startBehind the path behind which to begin, in the order of listings; null for all
 */
public record VerifyOptions(
    int threads, Sample sample, long changedUntilMillis, boolean repairs, String startBehind) {

  /** One thread, all groups of all files, and no repairs. */
  public static final VerifyOptions DEFAULT =
      new VerifyOptions(1, Sample.ALL, Long.MAX_VALUE, false, null);
}
