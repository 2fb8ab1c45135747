package io.okapifs.ec.code;

import io.okapifs.ec.cache.BoundedCache;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * From a codec name and parameters to the code. Adding a code is one line here. Any thread may call
 * it.
 *
 * <p>Instances are shared, because they carry the repair plans found so far.
 */
public final class CodeRegistry {
  private static final int CACHED_CODES_MAX = 256;

  private static final Map<String, Construction> CONSTRUCTIONS =
      new TreeMap<>(
          Map.of(
              ReedSolomon.CODEC, ReedSolomon::create,
              LegacyReedSolomon.CODEC, LegacyReedSolomon::create,
              Xor.CODEC, Xor::create));

  private static final BoundedCache<Key, ErasureCode> CODES = new BoundedCache<>(CACHED_CODES_MAX);

  /** From parameters to a code, or an {@link UnsupportedCodeException}. */
  private interface Construction {
    ErasureCode create(int k, int r);
  }

  private record Key(String codecName, int k, int r) {}

  private CodeRegistry() {}

  /** The names that {@link #create} knows, in alphabetical order. */
  public static Set<String> codecNames() {
    return Collections.unmodifiableSet(CONSTRUCTIONS.keySet());
  }

  /** The code; an {@link UnsupportedCodeException} says what is supported when there is none. */
  public static ErasureCode create(String codecName, int k, int r) {
    if (codecName == null || !CONSTRUCTIONS.containsKey(codecName)) {
      throw CodeLimits.refusal(codecName, k, r, "codecs " + codecNames());
    }
    return CODES.get(
        new Key(codecName, k, r),
        key -> CONSTRUCTIONS.get(key.codecName()).create(key.k(), key.r()));
  }
}
