/** The finite fields that codes are made of. */
package io.okapifs.ec.field;
