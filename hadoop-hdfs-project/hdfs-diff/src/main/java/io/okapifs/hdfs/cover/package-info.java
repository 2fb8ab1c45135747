/**
 * Notes which join points of the lock a test class of upstream executes: copies of the woven
 * classes say so, and an agent gives them to the JVM of the test in the place of those on its class
 * path.
 */
package io.okapifs.hdfs.cover;
