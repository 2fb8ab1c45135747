package io.okapifs.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A dear case that takes turns with others: with {@code -Dio.okapifs.turns=true}, which CI sets, a
 * commit runs those of one turn, by its seed. Everywhere else every case runs.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Turn.Now.class)
public @interface Turn {

  /** How many turns there are. */
  int COUNT = 3;

  /** From 0, below {@link #COUNT}. */
  int value();

  /** Whether it is a case's turn. */
  final class Now implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      if (!Boolean.getBoolean("io.okapifs.turns")) {
        return ConditionEvaluationResult.enabled("all run");
      }
      int now = Math.floorMod(Seed.get(), COUNT);
      int own = AnnotationSupport.findAnnotation(context.getElement(), Turn.class)
          .map(Turn::value).orElse(now);
      return own == now
          ? ConditionEvaluationResult.enabled("its turn")
          : ConditionEvaluationResult.disabled(
              "its turn is " + own + ", that of this commit is " + now + ": scripts/test --all"
                  + " runs it");
    }
  }
}
