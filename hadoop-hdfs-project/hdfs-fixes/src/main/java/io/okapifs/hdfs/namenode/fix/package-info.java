/** Corrections of HDFS's own bugs, each with a switch. */
package io.okapifs.hdfs.namenode.fix;
