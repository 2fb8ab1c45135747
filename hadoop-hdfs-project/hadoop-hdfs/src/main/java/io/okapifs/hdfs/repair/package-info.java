/** What NameNode and DataNodes agree on about the repair of a parity group. */
package io.okapifs.hdfs.repair;
