/** Traces of reads, by which a stripe width is advised. */
package io.okapifs.hdfs.trace;
