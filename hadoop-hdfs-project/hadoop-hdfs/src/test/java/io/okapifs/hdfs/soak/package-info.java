/** Random commands beside a model: plan (a list of values), execution, and checks in between. */
package io.okapifs.hdfs.soak;
