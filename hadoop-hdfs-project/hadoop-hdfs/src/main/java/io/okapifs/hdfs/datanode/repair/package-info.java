/** Repairs of groups on a DataNode: read what the plan says, decode, check, write. */
package io.okapifs.hdfs.datanode.repair;
