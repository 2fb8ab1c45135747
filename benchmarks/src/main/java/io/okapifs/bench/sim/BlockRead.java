package io.okapifs.bench.sim;

import io.okapifs.hdfs.read.Source;

/**
 * Contiguous bytes of a block that a read takes: one positioning of a disk.
 *
 * @param source the block
 * @param bytes how many
 */
record BlockRead(Source source, long bytes) {}
