/** What a writer must know and remember, apart from sockets: cells, partial parities, losses. */
package io.okapifs.hdfs.write;
