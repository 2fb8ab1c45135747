package io.okapifs.testing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Has Hadoop's default settings at hand. Hadoop opens their jar, unpacks and parses them for every
 * set of settings, several times for each DataNode that starts, and most of them are descriptions.
 * Values are as they are.
 */
final class ShortDefaults extends ClassLoader {

  private static final String SUFFIX = "-default.xml";
  private static final String NO_SETTINGS = "(?s)<!--.*?-->|<description>.*?</description>";

  private final Map<String, URL> known = new ConcurrentHashMap<>();

  private ShortDefaults(ClassLoader parent) {
    super(parent);
  }

  /** For this thread and those that it starts from now on. */
  static void take() {
    ClassLoader current = Thread.currentThread().getContextClassLoader();
    if (!(current instanceof ShortDefaults)) {
      Thread.currentThread().setContextClassLoader(new ShortDefaults(current));
    }
  }

  @Override
  public URL getResource(String name) {
    URL resource = super.getResource(name);
    return resource != null && name.endsWith(SUFFIX)
        ? known.computeIfAbsent(name, any -> shortened(resource))
        : resource;
  }

  private static URL shortened(URL resource) {
    try (InputStream in = resource.openStream()) {
      byte[] text =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .replaceAll(NO_SETTINGS, "")
              .getBytes(StandardCharsets.UTF_8);
      return new URL(null, resource.toString(), new InMemory(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class InMemory extends URLStreamHandler {

    private final byte[] bytes;

    InMemory(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    protected URLConnection openConnection(URL url) {
      return new URLConnection(url) {
        @Override
        public void connect() {}

        @Override
        public InputStream getInputStream() {
          return new ByteArrayInputStream(bytes);
        }
      };
    }
  }
}
