package io.okapifs.hdfs.verify;

/** What a verification counts; the names stand in files of {@link VerifyState}. */
enum Count {
  FILES,
  GROUPS,
  BYTES,
  BAD,
  UNREACHABLE,
  UNVERIFIED,
  SKIPPED,
  OTHERS,
  YOUNG,
  /** Groups that are not in the sample. */
  LEFT_OUT
}
