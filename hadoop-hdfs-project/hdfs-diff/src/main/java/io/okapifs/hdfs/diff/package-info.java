/**
 * Says what the aspects change in HDFS and locks it: which upstream methods are advised, by what,
 * and how their bodies read when a person last looked at them.
 */
package io.okapifs.hdfs.diff;
