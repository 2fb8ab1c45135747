/** What operators and other machines ask of a NameNode. */
package io.okapifs.hdfs.namenode.ops;
