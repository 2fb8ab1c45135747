package io.okapifs;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A method that an aspect calls: here HDFS comes in. A test compares, both ways. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Woven {}
