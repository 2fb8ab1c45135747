/** What is known of replicas, and what of a group can be read, rebuilt or lost. */
package io.okapifs.hdfs.namenode.health;
