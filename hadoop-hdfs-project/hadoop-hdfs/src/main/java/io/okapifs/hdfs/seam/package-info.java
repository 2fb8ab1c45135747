/** How our code meets HDFS's: the check of the woven jars and live settings. */
package io.okapifs.hdfs.seam;
