/**
 * An expression that cannot be compiled, or whose evaluation failed. The message is for whoever wrote the expression, and goes on after
 * its name. It never quotes a value the expression was evaluated on: those may be secret.
 */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}
