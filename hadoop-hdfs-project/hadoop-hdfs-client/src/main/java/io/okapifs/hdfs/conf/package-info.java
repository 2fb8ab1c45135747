/** Settings: their defaults, and checks of those of clients. */
package io.okapifs.hdfs.conf;
