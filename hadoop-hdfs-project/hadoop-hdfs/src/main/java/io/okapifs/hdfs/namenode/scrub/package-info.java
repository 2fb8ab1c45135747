/** Compares the members of all groups, one group after the other, for ever. */
package io.okapifs.hdfs.namenode.scrub;
