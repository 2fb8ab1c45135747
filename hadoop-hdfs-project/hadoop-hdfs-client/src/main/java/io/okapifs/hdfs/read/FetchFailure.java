package io.okapifs.hdfs.read;

/**
 * Why a block could not be read on.
 *
 * @param source the block
 * @param offset fetches of this block that end here or before were delivered
 * @param reason for the message to the user
 */
public record FetchFailure(Source source, long offset, String reason) {}
