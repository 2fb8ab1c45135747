/** What is written down of a transition, and what is asked and told of one. */
package io.okapifs.hdfs.transition;
