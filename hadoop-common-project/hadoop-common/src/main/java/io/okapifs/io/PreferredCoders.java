package io.okapifs.io;

import io.okapifs.Woven;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.apache.hadoop.io.erasurecode.rawcoder.OkapiRawDecoder;
import org.apache.hadoop.io.erasurecode.rawcoder.OkapiRawEncoder;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureDecoder;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureEncoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which coders files in HDFS's own layout are coded with. Hadoop takes its own native ones, which
 * few builds have, and then those in Java. Ours go first, on the fastest kernel that is there,
 * where the operator has named no coders for the codec. The bytes are the same. Any thread may call
 * it.
 */
public final class PreferredCoders {

  /** Whether ours go first in clients. */
  public static final String CLIENT_KEY = "dfs.client.ec.okapi-coders.enabled";

  /** Whether ours go first in DataNodes, which rebuild blocks. */
  public static final String DATANODE_KEY = "dfs.datanode.ec.okapi-coders.enabled";

  private static final String DEFAULTS = "core-default.xml";
  private static final Logger LOG = LoggerFactory.getLogger(PreferredCoders.class);

  /** Hadoop's, whose bytes ours are. */
  private static final Set<String> CODECS = Set.of("rs", "rs-legacy", "xor");

  private static final Set<String> REFUSED = ConcurrentHashMap.newKeySet();

  private PreferredCoders() {}

  /**
   * An encoder.
   *
   * @param key the switch
   * @param hadoops what Hadoop would take
   */
  @Woven
  public static RawErasureEncoder encoder(
      String key, Configuration conf, String codec, ErasureCoderOptions options,
      Supplier<RawErasureEncoder> hadoops) {
    return choose(key, conf, codec, options, all -> new OkapiRawEncoder(codec, all), hadoops);
  }

  /** A decoder; as {@link #encoder}. */
  @Woven
  public static RawErasureDecoder decoder(
      String key, Configuration conf, String codec, ErasureCoderOptions options,
      Supplier<RawErasureDecoder> hadoops) {
    return choose(key, conf, codec, options, all -> new OkapiRawDecoder(codec, all), hadoops);
  }

  private static <T> T choose(
      String key, Configuration conf, String codec, ErasureCoderOptions options,
      Function<ErasureCoderOptions, T> ours, Supplier<T> hadoops) {
    if (!areOurs(key, conf, codec)) {
      return hadoops.get();
    }
    try {
      return ours.apply(options);
    } catch (IllegalArgumentException | LinkageError e) {
      if (REFUSED.add(codec)) {
        LOG.warn("Hadoop's coders are used: codec={}: {}", codec, e.toString());
      }
      return hadoops.get();
    }
  }

  private static boolean areOurs(String key, Configuration conf, String codec) {
    return CODECS.contains(codec) && !isNamed(conf, codec) && conf.getBoolean(key, true);
  }

  /** Whether a client takes Hadoop's coders for files in HDFS's own layout. */
  public static boolean areHadoops(Configuration conf, String codec) {
    return CODECS.contains(codec) && !areOurs(CLIENT_KEY, conf, codec);
  }

  /** Whether somebody has named coders, beside Hadoop's own defaults. */
  private static boolean isNamed(Configuration conf, String codec) {
    String[] sources = conf.getPropertySources("io.erasurecode.codec." + codec + ".rawcoders");
    return sources != null && !sources[sources.length - 1].equals(DEFAULTS);
  }
}
