/** What `hdfs ec` offers beyond upstream: the stripe width, the layout of a file, verification. */
package io.okapifs.hdfs.tools;
