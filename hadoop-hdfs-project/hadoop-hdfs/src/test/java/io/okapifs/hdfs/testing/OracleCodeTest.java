package io.okapifs.hdfs.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The oracle was written apart from the product; both must mean the same codes. */
class OracleCodeTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RS-6-3", "RS-30-3", "RS-VAND-6-3", "RS-VAND-12-3", "AZURE-LRC2-12-4", "AZURE-LRC2-4-3",
        "XORBAS5-10-6", "SHEC3-6-4", "SHEC3-4-3", "FLATXOR3-10-5", "FLATXOR4-8-5", "LESS2-4-2",
        "LESS2-10-4", "LESS3-10-4", "LESS3-6-3", "LESS4-10-4", "LESS2-10-5", "HHXORPLUS-10-4",
        "HHXORPLUS-8-3"
      })
  void oracleAndProductHaveTheSameCoefficients(String name) {
    ErasureCode code = CodeRegistry.byName(name);
    String codec = name.replaceAll("-\\d+-\\d+$", "").toLowerCase(Locale.ROOT);
    GroupPolicy policy = new GroupPolicy(name, codec, code.k(), code.r(), code.alpha(), 1024);
    assertThat(OracleCode.isIndependent(policy)).isTrue();
    int[][] oracle = OracleCode.coefficients(policy);
    GfMatrix product = code.encode().toMatrix();
    assertThat(oracle).hasDimensions(product.rowCount(), product.columnCount());
    for (int row = 0; row < oracle.length; row++) {
      for (int column = 0; column < oracle[row].length; column++) {
        assertThat(oracle[row][column]).as("row %s, column %s", row, column)
            .isEqualTo(product.get(row, column));
      }
    }
  }
}
