/**
 * Puts the jars of an overlay archive into an installation of Hadoop or Spark, and takes them out.
 */
package io.okapifs.install;
