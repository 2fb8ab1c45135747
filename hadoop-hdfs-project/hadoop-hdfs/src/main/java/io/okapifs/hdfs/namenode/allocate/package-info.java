/** New stripes and groups of parity, their ids, places and lengths, and their end. */
package io.okapifs.hdfs.namenode.allocate;
