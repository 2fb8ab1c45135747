package io.okapifs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Fields of HDFS's classes that have no accessor; each is named in one class of ours. */
public final class PrivateField {

  private PrivateField() {}

  /**
   * A field of an object, private or not, to be kept in a static final field.
   *
   * @param owner the class that declares it
   * @param type its declared type
   * @throws IllegalStateException if the class has no such field, as in another version of HDFS
   */
  public static VarHandle of(Class<?> owner, String name, Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
          .findVarHandle(owner, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          owner.getName() + " has no field " + name + " of type " + type.getSimpleName()
              + ": these jars are made for another version of HDFS",
          e);
    }
  }
}
