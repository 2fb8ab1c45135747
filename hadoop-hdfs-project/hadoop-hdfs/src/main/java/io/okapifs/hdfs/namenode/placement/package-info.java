/** On which nodes and racks the members of groups lie, and where new ones go. */
package io.okapifs.hdfs.namenode.placement;
