/** What a DataNode must not sum wrongly for others. */
package io.okapifs.hdfs.datanode.read;
