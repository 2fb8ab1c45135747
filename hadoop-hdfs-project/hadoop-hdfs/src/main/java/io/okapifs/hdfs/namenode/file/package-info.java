/** What a decoupled file is: its policy, its width, its two lists of blocks, its quota. */
package io.okapifs.hdfs.namenode.file;
