export { compileExpression } from './compile-expression.js';
export { ExpressionError } from './expression-error.js';
export { expressionValue } from './expression-value.js';
export { Program, type ExpressionValues } from './program.js';
