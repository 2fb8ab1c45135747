/** What the papers calculate, by the arithmetic of the product; nothing in here is measured. */
package io.okapifs.bench.paper;
