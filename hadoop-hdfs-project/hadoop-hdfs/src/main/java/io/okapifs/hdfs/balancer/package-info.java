/** What the balancer knows of parity groups: which of their blocks may go where. */
package io.okapifs.hdfs.balancer;
