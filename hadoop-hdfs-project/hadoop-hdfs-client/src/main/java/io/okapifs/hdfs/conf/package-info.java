/** Settings of clients, checked where they are read. */
package io.okapifs.hdfs.conf;
