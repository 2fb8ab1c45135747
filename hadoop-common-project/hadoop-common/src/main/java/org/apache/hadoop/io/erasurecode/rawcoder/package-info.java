/**
 * The two coders that must sit beside Hadoop's own, because coding states are visible only here.
 */
package org.apache.hadoop.io.erasurecode.rawcoder;
