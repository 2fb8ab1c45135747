package io.okapifs.hdfs.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.hdfs.verify.GroupEquations.Contradiction;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which member of a group is wrong, as far as it can be told. */
class GroupEquationsTest {

  private static final int BYTES = 5000;

  static Stream<ErasureCode> codes() {
    return Stream.of(
        CodeRegistry.create("rs", 3, 2), CodeRegistry.create("rs", 6, 3),
        CodeRegistry.create("rs", 10, 4),
        CodeRegistry.create("rs-legacy", 6, 3), CodeRegistry.create("less2", 4, 2),
        CodeRegistry.create("less3", 6, 3));
  }

  private static ByteBuffer[] group(ErasureCode code, int dataMembers) {
    Random random = new Random(code.n());
    ByteBuffer[] window = new ByteBuffer[code.n() * code.alpha()];
    for (int i = 0; i < window.length; i++) {
      window[i] = ByteBuffer.allocateDirect(BYTES);
      byte[] bytes = new byte[BYTES];
      random.nextBytes(bytes);
      window[i].put(0, bytes);
    }
    int data = code.k() * code.alpha();
    Arrays.fill(window, dataMembers * code.alpha(), data, null);
    new Coder(Kernels.best())
        .run(
            code.encode(), Arrays.copyOf(window, data),
            Arrays.copyOfRange(window, data, window.length));
    return window;
  }

  private static void flip(ByteBuffer[] window, ErasureCode code, int member, int j, int at) {
    ByteBuffer bytes = window[member * code.alpha() + j];
    bytes.put(at, (byte) (bytes.get(at) ^ 0x40));
  }

  private static void lose(ByteBuffer[] window, ErasureCode code, BitSet lost) {
    lost.stream().forEach(
        member -> Arrays.fill(
            window, member * code.alpha(), (member + 1) * code.alpha(), null));
  }

  @ParameterizedTest
  @MethodSource("codes")
  void anySingleWrongMemberIsNamedWithItsFirstWrongByte(ErasureCode code) {
    GroupEquations equations = new GroupEquations(code, BYTES);
    for (int member = 0; member < code.n(); member++) {
      for (int subBlock = 0; subBlock < code.alpha(); subBlock++) {
        ByteBuffer[] window = group(code, code.k());
        assertThat(equations.hold(window, BYTES, new BitSet())).isTrue();
        flip(window, code, member, subBlock, BYTES - 1);
        flip(window, code, member, subBlock, 1234);
        assertThat(equations.hold(window, BYTES, new BitSet())).isFalse();
        assertThat(equations.explain(window, BYTES, new BitSet()))
            .containsExactly(new Contradiction(member, subBlock, 1234));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codes")
  void membersThatAreWrongInDifferentPlacesAreAllNamed(ErasureCode code) {
    GroupEquations equations = new GroupEquations(code, BYTES);
    ByteBuffer[] window = group(code, code.k());
    int last = code.n() - 1;
    flip(window, code, 1, 0, 4999);
    flip(window, code, last, 0, 7);
    flip(window, code, 0, 0, 2600);
    assertThat(equations.explain(window, BYTES, new BitSet()))
        .containsExactly(
            new Contradiction(0, 0, 2600), new Contradiction(1, 0, 4999),
            new Contradiction(last, 0, 7));
  }

  @ParameterizedTest
  @MethodSource("codes")
  void tailGroupsAreCheckedWithoutTheMembersThatTheyLack(ErasureCode code) {
    GroupEquations equations = new GroupEquations(code, BYTES);
    for (int member : List.of(0, code.k(), code.n() - 1)) {
      ByteBuffer[] window = group(code, 1);
      assertThat(equations.hold(window, BYTES, new BitSet())).isTrue();
      flip(window, code, member, 0, 3);
      assertThat(equations.explain(window, BYTES, new BitSet()))
          .containsExactly(new Contradiction(member, 0, 3));
    }
  }

  @ParameterizedTest
  @MethodSource("codes")
  void theRestOfAGroupIsCheckedWhileItHasOneMemberMoreThanItNeeds(ErasureCode code) {
    GroupEquations equations = new GroupEquations(code, BYTES);
    for (int count = 1; count < code.r(); count++) {
      BitSet lost = new BitSet();
      lost.set(1, 1 + count);
      ByteBuffer[] window = group(code, code.k());
      lose(window, code, lost);
      assertThat(equations.canCheck(lost)).isTrue();
      assertThat(equations.hold(window, BYTES, lost)).isTrue();
      flip(window, code, 0, 0, 600);
      assertThat(equations.hold(window, BYTES, lost)).isFalse();
      int culprit = count <= code.r() - 2 ? 0 : Contradiction.NOBODY;
      List<Contradiction> found = equations.explain(window, BYTES, lost);
      // Where nobody can be named, the sub-block is that of a parity that shows it.
      assertThat(found).hasSize(1);
      assertThat(found.get(0).member()).isEqualTo(culprit);
      assertThat(found.get(0).offset()).isEqualTo(600);
    }
  }

  @ParameterizedTest
  @MethodSource("codes")
  void aGroupWithNothingToSpareCannotBeChecked(ErasureCode code) {
    GroupEquations equations = new GroupEquations(code, BYTES);
    BitSet lost = new BitSet();
    lost.set(0, code.r());
    assertThat(equations.canCheck(lost)).isFalse();
    lost.set(code.r());
    assertThat(equations.canCheck(lost)).isFalse();
  }

  @Test
  void aSingleParityTellsThatSomethingIsWrongAndNotWhat() {
    ErasureCode code = CodeRegistry.create("xor", 2, 1);
    GroupEquations equations = new GroupEquations(code, BYTES);
    ByteBuffer[] window = group(code, 2);
    assertThat(equations.hold(window, BYTES, new BitSet())).isTrue();
    flip(window, code, 2, 0, 9);
    assertThat(equations.explain(window, BYTES, new BitSet()))
        .containsExactly(new Contradiction(Contradiction.NOBODY, 0, 9));
  }

  @Test
  void moreWrongMembersInOnePlaceThanCanBeToldAccuseNobody() {
    ErasureCode code = CodeRegistry.create("rs", 6, 3);
    GroupEquations equations = new GroupEquations(code, BYTES);
    ByteBuffer[] window = group(code, 6);
    for (int at = 1000; at < 1020; at++) {
      for (int member = 0; member < 3; member++) {
        window[member].put(at, (byte) (window[member].get(at) + 1 + at * (member + 7) % 250));
      }
    }
    assertThat(equations.explain(window, BYTES, new BitSet()))
        .containsExactly(new Contradiction(Contradiction.NOBODY, 0, 1000));
  }
}
