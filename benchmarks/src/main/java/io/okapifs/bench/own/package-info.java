/** What runs in child JVMs on our jars alone, and may use them. */
package io.okapifs.bench.own;
