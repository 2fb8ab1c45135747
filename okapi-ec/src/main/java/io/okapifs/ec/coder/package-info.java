/** Runs programs over buffers. */
package io.okapifs.ec.coder;
