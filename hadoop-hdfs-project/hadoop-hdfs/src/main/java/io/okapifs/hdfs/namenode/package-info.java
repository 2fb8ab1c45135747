/**
 * What is added to the NameNode, in rooms by the flow of a file: file, journal, health, placement,
 * repair, transition, lease, allocate, fix, ops. A room knows only those before it in this list.
 * HDFS's private state is reached through classes named Window in HDFS's own packages, which decide
 * nothing; advice calls methods marked {@link io.okapifs.Woven}.
 */
package io.okapifs.hdfs.namenode;
