/**
 * The services that NameNodes have beside HDFS's own. Messages are made from {@code src/main/proto}
 * at build time.
 */
package io.okapifs.hdfs.protocol;
