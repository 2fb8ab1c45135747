/**
 * What the tests of all modules share: the order of classes in a build ({@code OrderedProvider}),
 * and what is around each case ({@code CaseListener}): costs, logs, seeds and limits.
 */
package io.okapifs.testing;
