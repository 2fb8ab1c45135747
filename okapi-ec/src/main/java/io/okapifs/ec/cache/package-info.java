/** A bounded cache, shared by codes and coders. */
package io.okapifs.ec.cache;
