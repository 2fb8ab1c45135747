package io.okapifs.ec.kernel;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;

/**
 * Where a direct buffer begins. C can tell, but to ask it for each buffer of a call costs as much
 * as to encode some KiB; so the field is read where this JVM lets us, and C is asked where it does
 * not.
 */
final class DirectAddress {

  /** {@code long (Object buffer)}. */
  private static final MethodHandle READ = reader();

  private DirectAddress() {}

  private static MethodHandle reader() {
    try {
      return fieldReader();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return asker();
    }
  }

  /** By what JVMs have for libraries as this one. */
  private static MethodHandle fieldReader() throws ReflectiveOperationException {
    Class<?> type = Class.forName("sun.misc.Unsafe");
    Field instance = type.getDeclaredField("theUnsafe");
    instance.setAccessible(true);
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodHandle offsetOf =
        lookup
            .findVirtual(
                type, "objectFieldOffset", MethodType.methodType(long.class, Field.class))
            .bindTo(instance.get(null));
    MethodHandle getLong =
        lookup
            .findVirtual(
                type, "getLong", MethodType.methodType(long.class, Object.class, long.class))
            .bindTo(instance.get(null));
    try {
      long offset = (long) offsetOf.invokeExact(Buffer.class.getDeclaredField("address"));
      return MethodHandles.insertArguments(getLong, 1, offset);
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new ReflectiveOperationException(e);
    }
  }

  /** What is taken where the field cannot be read. */
  static MethodHandle asker() {
    try {
      return MethodHandles.lookup()
          .findStatic(
              NativeCalls.class, "address", MethodType.methodType(long.class, ByteBuffer.class))
          .asType(MethodType.methodType(long.class, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The address of the first byte, whatever the position; the buffer is direct. */
  static long of(ByteBuffer buffer) {
    try {
      return (long) READ.invokeExact((Object) buffer);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
