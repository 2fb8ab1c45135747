package io.okapifs.hdfs.soak;

import java.util.List;

/**
 * A block that a file must have.
 *
 * @param id of the internal block
 * @param group which members of can replace each other
 * @param member its place there
 * @param nodes where the NameNode says that replicas are
 */
record Piece(long id, long generationStamp, int group, int member, List<Integer> nodes) {}
