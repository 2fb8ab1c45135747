package io.okapifs.ec.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/**
 * The kernels of this process, and the choice among them: the fastest of the native ones where
 * their library loads, else the Java one, with the reason logged once. A native kernel that does
 * not compute what the Java kernel does is refused, with an error in the log, and the next one is
 * taken; each is compared before it is used the first time.
 * The bean {@value #BEAN} tells which is used.
 *
 * <p>The system property {@value #PROPERTY} forces one by name: "gfni" (AVX-512 and GFNI) and
 * "avx2", which make machine code of programs, "gfni-tiles" and "avx2-tiles" (the same without),
 * "isal" (ISA-L), "native" (the fastest of these) or "java". Forcing one that does not exist is an
 * error, never a silent fallback. Forcing the Java kernel loads no library. Any thread may call it.
 */
public final class Kernels {
  /** The system property that forces a kernel. */
  public static final String PROPERTY = "io.okapifs.ec.kernel";

  /** Of the JVM's own bean server. */
  public static final String BEAN = "io.okapifs.ec:type=Kernels";

  private static final Kernel JAVA = new JavaKernel();

  private Kernels() {}

  /**
   * The names of the kernels that exist here, fastest first.
   *
   * @return "java" last; {@link #named} takes any of them
   */
  public static List<String> names() {
    return Loaded.CHOICE.names();
  }

  /** Why there is no native kernel; empty where there is one. */
  public static Optional<String> whyNotNative() {
    return Loaded.CHOICE.whyNotNative();
  }

  /**
   * The kernel forced by the property, or else the fastest one.
   *
   * @throws IllegalArgumentException where the property names a kernel that is not here
   * @throws IllegalStateException where a library file is demanded that does not load
   */
  public static Kernel best() {
    String forced = System.getProperty(PROPERTY);
    return forced == null ? Loaded.CHOICE.best() : named(forced);
  }

  /**
   * The kernel of that name; refuses a name that does not exist here and says which do.
   *
   * @param name one of {@link #names()}, or "native"
   * @throws IllegalArgumentException for any other
   */
  public static Kernel named(String name) {
    return name.equals(JAVA.name()) ? JAVA : Loaded.CHOICE.named(name);
  }

  /** Loads the library at the first question that needs it, and once. */
  private static final class Loaded {
    private static final Logger LOG = System.getLogger(Kernels.class.getName());

    static final KernelChoice CHOICE =
        KernelChoice.of(NativeLibrary.load(), JAVA, (name, fault) -> LOG.log(
            Level.ERROR, "a kernel is refused, since it does not compute what the Java kernel does:"
                + " kernel=" + name + ": " + fault));

    static {
      CHOICE.whyNotNative().ifPresent(why -> LOG.log(
          Level.INFO, "no native kernel, the Java kernel is used: " + why));
      if (LOG.isLoggable(Level.DEBUG)) {
        LOG.log(Level.DEBUG, "kernels, fastest first: " + CHOICE.names());
      }
      KernelState.register(CHOICE);
    }
  }
}
