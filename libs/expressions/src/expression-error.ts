/**
 * Failed compilation or evaluation of an expression. The message is for the author of the expression, and continues
 * its name. It never quotes a value of the evaluation: values may be secret.
 */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}
