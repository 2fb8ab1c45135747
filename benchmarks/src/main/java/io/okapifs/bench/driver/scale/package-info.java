/** A NameNode and the events of its life, in child JVMs, on our jars and on the stock jars. */
package io.okapifs.bench.driver.scale;
