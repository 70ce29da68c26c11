export {
  ADMISSION_VARIABLES,
  AdmissionChecker,
  TypedChecker,
  admissionEvaluationTypes,
  type AdmissionUse,
  type AdmissionVariable,
} from './admission-language.js';
export { compileExpression } from './compile-expression.js';
export { ExpressionError } from './expression-error.js';
export { expressionValue } from './expression-value.js';
export { Program, type ExpressionValues } from './program.js';

export { CompileFailure, EVALUATION_COST_LIMIT, ExpressionLanguage, type CompiledExpression } from './environment.js';
export { foldingWeight, ignoresCase } from './functions/class-weight.js';
export { PatternBudget } from './functions/constant-patterns.js';
export { CostExceeded, Meter, type WorkCounter } from './values/meter.js';
export { AuthorizerValue, type AuthorizationAnswer, type AuthorizationQuestion } from './functions/authorizer.js';
export type { CelType } from './types/cel-type.js';
export type { CelValue } from './values/values.js';
export { APPLY_OBJECT, JSON_PATCH } from './functions/json-patches.js';
export { celTypes } from './types/cel-types.js';
export { celValues } from './cel-values.js';
