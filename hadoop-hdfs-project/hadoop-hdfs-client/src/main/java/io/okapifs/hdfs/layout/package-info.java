/** Pure arithmetic and names of the layout, shared by client, NameNode, DataNode and tools. */
package io.okapifs.hdfs.layout;
