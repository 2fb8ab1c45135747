/** Words of command lines. */
package io.okapifs.bench.text;
