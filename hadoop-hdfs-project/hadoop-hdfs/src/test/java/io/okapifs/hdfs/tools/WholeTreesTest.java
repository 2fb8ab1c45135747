package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.tools.WholeTrees.Tree;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which directories one request is enough for. */
class WholeTreesTest {

  private final WholeTrees<String> trees = new WholeTrees<>(goal -> goal.substring(0, 1));

  @BeforeEach
  void addFiles() {
    trees.change("/a/b/1", "Xu");
    trees.change("/a/b/2", "Xu");
    trees.change("/a/c/3", "Xu");
  }

  private List<Tree<String>> find(String... tops) {
    return trees.find(List.of(tops), 2);
  }

  @Test
  void theTopmostOnesAreFound() {
    assertThat(find("/")).containsExactly(new Tree<>("/", "Xu", 3));
    assertThat(find("/a")).containsExactly(new Tree<>("/a", "Xu", 3));
    assertThat(find("/a/b", "/a/c")).as("one file is no tree")
        .containsExactly(new Tree<>("/a/b", "Xu", 2));
    assertThat(find("/a/b/1")).isEmpty();
  }

  @Test
  void aFileThatHasThePolicyIsNoReasonAgainstIt() {
    trees.keep("/a/4", "X");
    assertThat(find("/a")).containsExactly(new Tree<>("/a", "Xu", 3));
    trees.keep("/a/5", "Y");
    assertThat(find("/a")).containsExactly(new Tree<>("/a/b", "Xu", 2));
  }

  @Test
  void aFileThatGetsSomethingElseIsOne() {
    trees.change("/a/c/4", "Xn");
    assertThat(find("/a")).containsExactly(new Tree<>("/a/b", "Xu", 2));
  }

  @Test
  void soIsAFileThatMustStayAsItIs() {
    trees.block("/a/b/4");
    trees.change("/a/c/5", "Xu");
    assertThat(find("/a")).containsExactly(new Tree<>("/a/c", "Xu", 2));
  }
}
