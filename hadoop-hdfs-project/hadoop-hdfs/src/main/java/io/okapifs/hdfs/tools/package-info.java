/** What `hdfs ec` offers beyond upstream: the stripe width, and the layout of a file as a view. */
package io.okapifs.hdfs.tools;
