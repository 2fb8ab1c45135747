package io.okapifs.ec.tool.contract;

/**
 * What came out of one check. A value.
 *
 * @param name of the check, a word or two
 * @param passed whether the code does it
 * @param text what was tried; where it failed, with which values
 */
public record CheckResult(String name, boolean passed, String text) {}
