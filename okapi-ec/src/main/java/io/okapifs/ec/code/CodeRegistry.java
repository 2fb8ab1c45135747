package io.okapifs.ec.code;

import io.okapifs.ec.EcException;
import io.okapifs.ec.cache.BoundedCache;
import java.lang.System.Logger.Level;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * From a codec name and parameters to the code. Adding a code is one line here, or a {@link
 * CodeProvider} on the class path. Any thread may call it.
 *
 * <p>Instances are shared, because they carry the repair plans found so far.
 */
public final class CodeRegistry {
  private static final int CACHED_CODES_MAX = 256;

  /** The letters of a codec name, then the number that belongs to it: less4, shec3. */
  private static final Pattern CODEC = Pattern.compile("([a-z]+(?:-[a-z]+)*?)(\\d{1,5})?");

  /** A class loader that fails for ever is not asked for ever. */
  private static final int FAILURES_MAX = 100;

  /** What a provider may call its codec. */
  private static final Pattern PROVIDED = Pattern.compile("[a-z]+(-[a-z]+)*(<[a-z]+>)?");

  /** Of a numbered codec: refusals of any number say the same. */
  private static final String SOME_NUMBER = "3";

  private static final Pattern NAME = Pattern.compile("(.+)-(\\d{1,5})-(\\d{1,5})");

  /** A code's name in front of a cell size, and maybe a stripe width: RS-6-3-1024k@2. */
  private static final Pattern POLICY = Pattern.compile("(.+-\\d{1,5}-\\d{1,5})-\\d+k(@.*)?");

  private static final Map<String, Family> FAMILIES = new ConcurrentSkipListMap<>();

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

  private static final BoundedCache<Key, Known> CODES = new BoundedCache<>(CACHED_CODES_MAX);

  static {
    // A daemon starts whatever is in a jar; who asks for its code is told that there is none.
    System.Logger log = System.getLogger(CodeRegistry.class.getName());
    load(
        CodeRegistry.class.getClassLoader(),
        error -> log.log(Level.ERROR, error.getMessage(), error));
  }

  /** From parameters to a code, or an {@link UnsupportedCodeException}. */
  private interface Construction {
    ErasureCode create(int k, int r);
  }

  /** The same for codecs whose name ends with a number. */
  private interface NumberedConstruction {
    ErasureCode create(String codecName, int number, int k, int r);
  }

  /** Codecs that share their letters. */
  private record Family(
      String codecName, boolean numbered, NumberedConstruction construction,
      Optional<CodeProvider> provider) {}

  private record Key(String codecName, int k, int r) {}

  /** A code, and which one it is where a provider gave it. */
  private record Known(ErasureCode code, Optional<CodeIdentity> identity) {}

  private CodeRegistry() {}

  private static void add(String codecName, Construction construction) {
    FAMILIES.put(
        codecName,
        new Family(
            codecName, false, (codec, number, k, r) -> construction.create(k, r),
            Optional.empty()));
  }

  private static void add(
      String letters, String codecName, NumberedConstruction construction) {
    FAMILIES.put(letters, new Family(codecName, true, construction, Optional.empty()));
  }

  /**
   * Adds the codecs of all providers that a class loader finds. One of the same class name takes
   * the place of an earlier one.
   *
   * @param loader that of a jar, whose parent has this class
   * @return the names of the codecs
   * @throws EcException for a provider that cannot be used; others may have been added
   */
  public static Set<String> load(ClassLoader loader) {
    return load(loader, error -> {
      throw error;
    });
  }

  /**
   * Forgets codecs of providers; codes that are in use stay as they are.
   *
   * @param codecNames as {@link #load} returned them; others are left alone
   */
  public static void unload(Set<String> codecNames) {
    FAMILIES.values().removeIf(
        family -> family.provider().isPresent() && codecNames.contains(family.codecName()));
    CODES.clear();
  }

  private static Set<String> load(ClassLoader loader, Consumer<EcException> refused) {
    Set<String> added = new TreeSet<>();
    Iterator<CodeProvider> providers = ServiceLoader.load(CodeProvider.class, loader).iterator();
    int failures = 0;
    boolean more = true;
    while (more && failures < FAILURES_MAX) {
      try {
        more = providers.hasNext();
        if (more) {
          added.add(add(providers.next()));
        }
      } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
        failures++;
        refused.accept(
            e instanceof EcException ours ? ours
                : new EcException("a provider of codes cannot be used: " + e));
      }
    }
    return added;
  }

  private static String add(CodeProvider provider) {
    String name = provider.codec();
    String type = provider.getClass().getName();
    if (name == null || !PROVIDED.matcher(name).matches() || provider.version() < 1) {
      throw new EcException(
          "not the name and version of a codec: provider=" + type + ", codec=" + name
              + ", version=" + provider.version()
              + "; expected lower-case words with hyphens, maybe <x> behind them, and 1 or more");
    }
    boolean numbered = name.endsWith(">");
    String letters = numbered ? name.substring(0, name.indexOf('<')) : name;
    Family earlier = FAMILIES.get(letters);
    String other = earlier == null ? type
        : earlier.provider().map(one -> one.getClass().getName()).orElse("one of okapi-ec");
    if (!other.equals(type)) {
      throw new EcException(
          "there is a codec of that name: provider=" + type + ", codec=" + name + ", other="
              + other);
    }
    FAMILIES.put(
        letters, new Family(name, numbered, provider::create, Optional.of(provider)));
    CODES.clear();
    return name;
  }

  /** The codec names that {@link #create} knows; {@code less<alpha>} stands for less2 and so on. */
  public static Set<String> codecNames() {
    return FAMILIES.values().stream()
        .map(Family::codecName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Which k, r and number the codes of a codec may have: what the refusal of no members says.
   *
   * @param codecName one of {@link #codecNames}
   * @return empty where a provider does not say
   */
  public static String parameters(String codecName) {
    try {
      create(codecName.replaceAll("<\\w+>", SOME_NUMBER), 0, 0);
    } catch (UnsupportedCodeException e) {
      return e.supported();
    } catch (RuntimeException e) {
      // A provider that does not check what it is asked for.
      return "";
    }
    return "";
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
    return known(codecName, k, r).code();
  }

  private static Known known(String codecName, int k, int r) {
    if (codecName == null) {
      throw CodeLimits.refusal(null, k, r, "codecs " + codecNames());
    }
    return CODES.get(new Key(codecName, k, r), CodeRegistry::create);
  }

  /**
   * The code, where it is the one that was meant by the name.
   *
   * @param meant what {@link #identity} said in the program that stored with it
   * @throws UnsupportedCodeException where this program has no such code, or another one
   */
  public static ErasureCode create(String codecName, int k, int r, CodeIdentity meant) {
    String name = (codecName + "-" + k + "-" + r).toUpperCase(Locale.ROOT);
    if (!knows(codecName)) {
      throw new UnsupportedCodeException(
          "no such code here: code=" + name + ", meant=" + meant
              + "; it is from a jar that is not on the class path");
    }
    Optional<CodeIdentity> here = identity(codecName, k, r);
    if (!here.equals(Optional.of(meant))) {
      throw new UnsupportedCodeException(
          "another code of that name: code=" + name + ", meant=" + meant + ", here="
              + here.map(CodeIdentity::toString).orElse("one of okapi-ec")
              + "; the class path needs the jar that it was stored with");
    }
    return create(codecName, k, r);
  }

  /**
   * The same as a new instance that nobody shares.
   *
   * @throws UnsupportedCodeException where there is no such codec, or not with these parameters
   */
  public static ErasureCode createAnew(String codecName, int k, int r) {
    return create(new Key(codecName, k, r)).code();
  }

  /**
   * What stored bytes depend on, for codes of a {@link CodeProvider}; empty for all others, whose
   * bytes do not change.
   *
   * @throws UnsupportedCodeException where there is no such codec, or not with these parameters
   */
  public static Optional<CodeIdentity> identity(String codecName, int k, int r) {
    return known(codecName, k, r).identity();
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

  private static Known create(Key key) {
    if (key.codecName().equals(FunctionalMsr.CODEC)) {
      throw FunctionalMsr.refusal(key.k(), key.r());
    }
    Family family = familyOf(key.codecName());
    if (family == null) {
      throw CodeLimits.refusal(key.codecName(), key.k(), key.r(), "codecs " + codecNames());
    }
    ErasureCode code = family.construction().create(
        key.codecName(), numberOf(key.codecName()), key.k(), key.r());
    family.provider().ifPresent(provider -> checkName(provider, key, code));
    return new Known(
        code, family.provider().map(provider -> CodeIdentity.of(provider.version(), code)));
  }

  private static void checkName(CodeProvider provider, Key key, ErasureCode code) {
    String name = key.codecName().toUpperCase(Locale.ROOT) + "-" + key.k() + "-" + key.r();
    if (code == null || !code.name().equals(name) || code.k() != key.k() || code.r() != key.r()) {
      throw new EcException(
          "a provider gave another code: provider=" + provider.getClass().getName() + ", asked="
              + name + ", code=" + (code == null ? null : code.name()));
    }
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
