package io.okapifs.ec.code;

import io.okapifs.ec.cache.BoundedCache;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * From a codec name and parameters to the code. Adding a code is one line here. Any thread may call
 * it.
 *
 * <p>Instances are shared, because they carry the repair plans found so far.
 */
public final class CodeRegistry {
  private static final int CACHED_CODES_MAX = 256;

  /** The letters of a codec name, then the number that belongs to it: less4, shec3. */
  private static final Pattern CODEC = Pattern.compile("([a-z]+(?:-[a-z]+)*?)(\\d{1,5})?");

  private static final Pattern NAME = Pattern.compile("(.+)-(\\d{1,5})-(\\d{1,5})");

  /** A code's name in front of a cell size, and maybe a stripe width: RS-6-3-1024k@2. */
  private static final Pattern POLICY = Pattern.compile("(.+-\\d{1,5}-\\d{1,5})-\\d+k(@.*)?");

  private static final Map<String, Family> FAMILIES = new TreeMap<>();

  static {
    add(AzureLrc.FAMILY, "azure-lrc<l>", AzureLrc::create);
    add(Butterfly.CODEC, Butterfly::create);
    add(FlatXor.FAMILY, "flatxor<distance>", FlatXor::create);
    add(CauchyXor.CODEC, CauchyXor::create);
    add(SystematicVandermonde.JERASURE, SystematicVandermonde::jerasure);
    add(SystematicVandermonde.LIBERASURECODE, SystematicVandermonde::liberasurecode);
    add(Clay.CODEC, Clay::create);
    add(ElasticTransformation.FAMILY, "et<alpha>", ElasticTransformation::create);
    add(HashTag.FAMILY, "hashtag<alpha>", HashTag::create);
    add(HashTagPlus.FAMILY, "hashtagplus<alpha>", HashTagPlus::create);
    for (Hitchhiker.Variant variant : Hitchhiker.Variant.values()) {
      add(variant.codec(), variant::create);
    }
    add(Less.FAMILY, "less<alpha>", Less::create);
    add(LegacyReedSolomon.CODEC, LegacyReedSolomon::create);
    add(ProductMatrixRbt.CODEC, ProductMatrixRbt::create);
    add(ReedSolomon.CODEC, ReedSolomon::create);
    add(Shec.FAMILY, "shec<l>", Shec::create);
    add(Shec.CEPH_FAMILY, "shec-c<c>", Shec::createOfCeph);
    add(VandermondeReedSolomon.CODEC, VandermondeReedSolomon::create);
    add(Xor.CODEC, Xor::create);
    add(XorbasLrc.FAMILY, "xorbas<s>", XorbasLrc::create);
  }

  private static final BoundedCache<Key, ErasureCode> CODES = new BoundedCache<>(CACHED_CODES_MAX);

  /** From parameters to a code, or an {@link UnsupportedCodeException}. */
  private interface Construction {
    ErasureCode create(int k, int r);
  }

  /** The same for codecs whose name ends with a number. */
  private interface NumberedConstruction {
    ErasureCode create(String codecName, int number, int k, int r);
  }

  /** Codecs that share their letters. */
  private record Family(String codecName, boolean numbered, NumberedConstruction construction) {}

  private record Key(String codecName, int k, int r) {}

  private CodeRegistry() {}

  private static void add(String codecName, Construction construction) {
    FAMILIES.put(
        codecName,
        new Family(codecName, false, (codec, number, k, r) -> construction.create(k, r)));
  }

  private static void add(
      String letters, String codecName, NumberedConstruction construction) {
    FAMILIES.put(letters, new Family(codecName, true, construction));
  }

  /** The codec names that {@link #create} knows; {@code less<alpha>} stands for less2 and so on. */
  public static Set<String> codecNames() {
    return FAMILIES.values().stream()
        .map(Family::codecName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Whether {@link #create} has anything but "no such codec" to say about codes of this codec.
   *
   * @param codecName such as rs or less4; null is no codec
   */
  public static boolean knows(String codecName) {
    return codecName != null
        && (codecName.equals(FunctionalMsr.CODEC) || familyOf(codecName) != null);
  }

  /**
   * The code; an {@link UnsupportedCodeException} says what is supported when there is none.
   *
   * @param codecName in lower case, such as rs or less4
   * @param k number of data members
   * @param r number of parity members
   * @return the shared instance
   * @throws UnsupportedCodeException where there is no such codec, or not with these parameters
   */
  public static ErasureCode create(String codecName, int k, int r) {
    if (codecName == null) {
      throw CodeLimits.refusal(null, k, r, "codecs " + codecNames());
    }
    return CODES.get(new Key(codecName, k, r), CodeRegistry::create);
  }

  /**
   * The code that is called so, for example LESS4-10-4.
   *
   * @param name NAME-k-r in any case
   * @throws UnsupportedCodeException where it is none, or there is no such code
   */
  public static ErasureCode byName(String name) {
    Matcher matcher = NAME.matcher(name == null ? "" : name);
    if (!matcher.matches()) {
      throw new UnsupportedCodeException("not the name of a code: name=" + name + hint(name));
    }
    return create(
        matcher.group(1).toLowerCase(Locale.ROOT),
        Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3)));
  }

  private static String hint(String name) {
    Matcher policy = POLICY.matcher(name == null ? "" : name);
    return policy.matches()
        ? ", but that of a policy; did you mean " + policy.group(1).toUpperCase(Locale.ROOT) + "?"
        : "; expected NAME-k-r, for example RS-6-3";
  }

  private static ErasureCode create(Key key) {
    if (key.codecName().equals(FunctionalMsr.CODEC)) {
      throw FunctionalMsr.refusal(key.k(), key.r());
    }
    Family family = familyOf(key.codecName());
    if (family == null) {
      throw CodeLimits.refusal(key.codecName(), key.k(), key.r(), "codecs " + codecNames());
    }
    return family.construction().create(
        key.codecName(), numberOf(key.codecName()), key.k(), key.r());
  }

  /** Null where there is no such codec. */
  private static Family familyOf(String codecName) {
    Matcher matcher = CODEC.matcher(codecName);
    Family family = matcher.matches() ? FAMILIES.get(matcher.group(1)) : null;
    boolean fits = family != null && family.numbered() == (matcher.group(2) != null);
    return fits ? family : null;
  }

  /** The number in a codec name; 0 where there is none. */
  private static int numberOf(String codecName) {
    Matcher matcher = CODEC.matcher(codecName);
    return matcher.matches() && matcher.group(2) != null ? Integer.parseInt(matcher.group(2)) : 0;
  }
}
