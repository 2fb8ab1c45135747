/** What NameNode and DataNodes agree on about data stripes whose writer is gone. */
package io.okapifs.hdfs.recovery;
