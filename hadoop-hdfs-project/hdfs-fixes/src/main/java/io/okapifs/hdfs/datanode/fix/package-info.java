/** Corrections of HDFS's own bugs in DataNodes, each with a switch. */
package io.okapifs.hdfs.datanode.fix;
