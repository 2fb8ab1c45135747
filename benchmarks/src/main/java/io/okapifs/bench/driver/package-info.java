/** What runs in child JVMs, on our jars and on the stock jars alike; it may use nothing of ours. */
package io.okapifs.bench.driver;
