/** Which blocks are rebuilt, copied or moved, in which order, and by whom. */
package io.okapifs.hdfs.namenode.repair;
