/** The end of a stripe whose writer is gone: what its nodes have without a gap is kept. */
package io.okapifs.hdfs.datanode.recovery;
