package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.okapifs.hdfs.diff.SettingsOfCode.Default;
import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.seam.FormerKeys;
import io.okapifs.hdfs.seam.LiveSettings;
import io.okapifs.io.PreferredCoders;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** okapi-default.xml has every setting that the code reads, with its default, and no other. */
final class SettingsTest {

  private static final String FILE = "okapi-default.xml";
  private static final String LIVE = "-reconfig";

  private static SettingsOfCode code;
  private static Map<String, String> descriptions;
  private static Configuration file;

  @BeforeAll
  static void readBoth() throws Exception {
    code = new SettingsOfCode(keysOf(load("hdfs-default.xml")));
    for (JavaClass type : OurClasses.ours()) {
      if (isOfProduct(type)) {
        code.read(type.reflect());
      }
    }
    Configuration nothing = new Configuration(false);
    for (UpstreamFix fix : UpstreamFix.values()) {
      code.add(fix.key(), new Default("boolean", fix.isOn(nothing), null));
    }
    for (String key : Set.of(PreferredCoders.CLIENT_KEY, PreferredCoders.DATANODE_KEY)) {
      boolean isOn =
          PreferredCoders.encoder(key, nothing, "rs", new ErasureCoderOptions(3, 2), () -> null)
              != null;
      code.add(key, new Default("boolean", isOn, null));
    }
    descriptions = descriptions();
    file = load(FILE);
  }

  private static Configuration load(String resource) {
    Configuration conf = new Configuration(false);
    conf.addResource(resource);
    return conf;
  }

  private static boolean isOfProduct(JavaClass type) {
    String name = type.getPackageName();
    return !name.startsWith("io.okapifs.bench") && !name.startsWith("io.okapifs.testing");
  }

  private static Set<String> keysOf(Configuration conf) {
    Set<String> keys = new HashSet<>();
    conf.forEach(setting -> keys.add(setting.getKey()));
    return keys;
  }

  private static Map<String, String> descriptions() throws Exception {
    Map<String, String> all = new TreeMap<>();
    try (InputStream in = SettingsTest.class.getResourceAsStream("/" + FILE)) {
      NodeList properties =
          DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in)
              .getElementsByTagName("property");
      for (int i = 0; i < properties.getLength(); i++) {
        Element property = (Element) properties.item(i);
        String known = all.put(textOf(property, "name"), textOf(property, "description"));
        assertThat(known).as("twice: " + textOf(property, "name")).isNull();
      }
    }
    return all;
  }

  private static String textOf(Element property, String name) {
    return property.getElementsByTagName(name).item(0).getTextContent().strip();
  }

  /** Sentences, none where the file fits the code. */
  private static Set<String> wrong(
      Set<String> keys, Configuration values, Map<String, String> texts) {
    Set<String> wrong = new TreeSet<>();
    Set<String> named = new TreeSet<>(keys);
    named.addAll(code.defaults().keySet());
    for (String key : named) {
      Default byDefault = code.defaults().get(key);
      if (byDefault == null) {
        wrong.add("the code has no default beside the key: " + key);
      } else if (!texts.containsKey(key)) {
        wrong.add("missing: " + key);
      } else if (!byDefault.value().equals(byDefault.readFrom(values, key))) {
        wrong.add("another default: " + key + ", code=" + byDefault.value());
      } else if (!texts.get(key).startsWith(byDefault.type() + ". ")) {
        wrong.add("another type: " + key + ", code=" + byDefault.type());
      }
    }
    texts.keySet().stream()
        .filter(key -> !named.contains(key))
        .forEach(key -> wrong.add("nothing reads it: " + key));
    return wrong;
  }

  @Test
  void theFileHasEverySettingWithItsTypeAndDefaultAndNoOther() {
    assertThat(code.keys()).hasSizeGreaterThan(30);
    // Hadoop takes an empty value for none.
    assertThat(keysOf(file)).hasSizeGreaterThan(30).isSubsetOf(descriptions.keySet());
    assertThat(wrong(code.keys(), file, descriptions)).isEmpty();
  }

  @Test
  void formerKeysLeadToPresentOnes() {
    assertThat(descriptions.keySet())
        .containsAll(FormerKeys.all().values())
        .doesNotContainAnyElementsOf(FormerKeys.all().keySet());
  }

  @Test
  void aDifferenceRings() {
    Map<String, String> texts = new TreeMap<>(descriptions);
    texts.remove("dfs.client.ec.partial-parity.max-bytes");
    texts.put("dfs.namenode.ec.nonsense", "int. None.");
    texts.put("dfs.namenode.ec.quarantine.enabled", "int. Not so.");
    Configuration values = new Configuration(file);
    values.set("dfs.datanode.ec.group-repair.threads", "5");
    values.set("dfs.namenode.ec.lease-recovery.wait", "60ms");
    Set<String> keys = new HashSet<>(code.keys());
    keys.add("dfs.client.ec.without.default");
    assertThat(wrong(keys, values, texts))
        .containsExactlyInAnyOrder(
            "missing: dfs.client.ec.partial-parity.max-bytes",
            "nothing reads it: dfs.namenode.ec.nonsense",
            "another type: dfs.namenode.ec.quarantine.enabled, code=boolean",
            "another default: dfs.datanode.ec.group-repair.threads, code=4",
            "another default: dfs.namenode.ec.lease-recovery.wait, code=60",
            "the code has no default beside the key: dfs.client.ec.without.default");
  }

  @Test
  void descriptionsSayWhatDaemonsTakeWhileTheyRun() throws ReflectiveOperationException {
    Set<String> live = new TreeSet<>();
    for (JavaClass type : OurClasses.ours()) {
      if (isOfProduct(type)) {
        live.addAll(liveOf(type.reflect()));
      }
    }
    Set<String> said = new TreeSet<>(descriptions.keySet());
    said.removeIf(key -> !descriptions.get(key).contains(LIVE));
    assertThat(said).isNotEmpty().isEqualTo(live);
  }

  private static Set<String> liveOf(Class<?> type) throws ReflectiveOperationException {
    Set<String> live = new TreeSet<>();
    for (Field field : type.getDeclaredFields()) {
      boolean isLive =
          Modifier.isStatic(field.getModifiers())
              && field.getType() == LiveSettings.class;
      if (isLive) {
        field.setAccessible(true);
        live.addAll(((LiveSettings) field.get(null)).keys());
      }
    }
    return live;
  }
}
