/** What the papers' tables say of the codes, computed again from our plans. */
package io.okapifs.ec.analysis;
