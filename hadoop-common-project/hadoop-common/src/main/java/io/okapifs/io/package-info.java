/** The codes of okapi-ec as raw coders of Hadoop, chosen by configuration only. */
package io.okapifs.io;
