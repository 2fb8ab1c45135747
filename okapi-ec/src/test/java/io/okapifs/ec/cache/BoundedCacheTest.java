package io.okapifs.ec.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundedCacheTest {
  @Test
  void remembersTheValuesUsedLastAndNoMore() {
    BoundedCache<Integer, Object> cache = new BoundedCache<>(2);
    Object one = cache.get(1, key -> new Object());
    Object two = cache.get(2, key -> new Object());
    assertThat(cache.get(1, key -> new Object())).isSameAs(one);
    cache.get(3, key -> new Object());
    assertThat(cache.size()).isEqualTo(2);
    assertThat(cache.get(1, key -> new Object())).isSameAs(one);
    assertThat(cache.get(2, key -> new Object())).isNotSameAs(two);
  }
}
