/** The command line of the codes, {@code bin/okapi-ec}: a class per command. */
package io.okapifs.ec.tool;
