/** How our code meets HDFS's: the check of the woven jars, live settings, private fields. */
package io.okapifs.hdfs.seam;
