/** Code vectors: what an independent implementation says of a code, checked on ours. */
package io.okapifs.ec.tool.vectors;
