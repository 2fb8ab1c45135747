/** What the aspects call: each advice is one call of a public static method here. */
package io.okapifs.hdfs.seam;
