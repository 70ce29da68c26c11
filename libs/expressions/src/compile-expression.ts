import { Environment, EvaluationError, ParseError, TypeError as CheckError } from '@marcbachmann/cel-js';
import { CostMeter } from './cost-meter.js';
import { ExpressionError } from './expression-error.js';
import { meterTree } from './metered-tree.js';
import { Program, type ExpressionValues } from './program.js';
import { literalText, visit, type SyntaxNode } from './syntax-tree.js';

/** CEL type of a variable, such as `map<string, dyn>`, or of each of its fields. */
export type VariableType = string | Readonly<Record<string, string>>;

/** Environment in which an expression is compiled. */
export interface ExpressionEnvironment {
  readonly variables: Readonly<Record<string, VariableType>>;
  /** Accepted CEL types of the result. A type that is known only at evaluation is always accepted. */
  readonly results: readonly string[];
}

const MAX_LENGTH = 10_240;
/** Type of `[]` in the library. */
const EMPTY_LIST = 'list<T>';

const language = new Environment({
  enableOptionalTypes: true,
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 2_000, maxDepth: 64 },
}).registerFunction(
  'string.replace(string, string): string',
  (text: string, from: string, to: string) => text.replaceAll(from, () => to),
  { async: false },
);

/**
 * Compiles an expression of the Common Expression Language (CEL). Checks names of variables, fields and functions and the types of all
 * operands as far as they are known. The evaluation has a cost limit.
 * @throws ExpressionError with the reason and position.
 */
export function compileExpression(text: string, { variables, results }: ExpressionEnvironment): Program {
  if (text.trim() === '') throw new ExpressionError('is empty');
  if (text.length > MAX_LENGTH) throw new ExpressionError(`is longer than ${MAX_LENGTH} characters`);
  const run = parsed(text, variables);
  const { valid, type = 'dyn', error } = run.check();
  if (!valid) throw compileError(error);
  const root = run.ast as unknown as SyntaxNode;
  const meter = new CostMeter();
  meterTree(root, meter);
  if (
    type !== 'dyn' &&
    !results.includes(type) &&
    !(type === EMPTY_LIST && results.some((one) => one.startsWith('list')))
  )
    throw new ExpressionError(`evaluates to ${type}, must evaluate to ${results.join(' or ')}`);
  return new Program(text, { evaluate: (values) => metered(run, values, meter), fields: fieldsIn(root) });
}

function parsed(text: string, variables: ExpressionEnvironment['variables']): ReturnType<Environment['parse']> {
  const environment = language.clone();
  for (const [name, type] of Object.entries(variables)) {
    if (typeof type === 'string') environment.registerVariable(name, type);
    else environment.registerVariable({ name, schema: { ...type } });
  }
  try {
    return environment.parse(text);
  } catch (error) {
    throw compileError(error);
  }
}

function metered(run: ReturnType<Environment['parse']>, values: ExpressionValues, meter: CostMeter): unknown {
  meter.begin();
  try {
    const result: unknown = run(values);
    meter.charge(meter.sizeOf(result));
    return result;
  } catch (error) {
    throw evaluationError(error);
  } finally {
    meter.end();
  }
}

/** Uses the library's message, which quotes nothing but the expression. */
function compileError(error: unknown): ExpressionError {
  if (!(error instanceof ParseError || error instanceof CheckError))
    return new ExpressionError('is not a valid expression', { cause: error });
  const { summary, range } = error;
  return new ExpressionError(`is not a valid expression: ${summary}${range ? ` (character ${range.start + 1})` : ''}`);
}

/** Reports only the error code of a failed evaluation: the library's messages quote values. */
function evaluationError(error: unknown): ExpressionError {
  if (error instanceof ExpressionError) return error;
  const kind = error instanceof EvaluationError ? error.code.replaceAll('_', ' ') : 'not possible on these values';
  return new ExpressionError(`cannot be evaluated: ${kind}`);
}

function fieldsIn(root: SyntaxNode): ReadonlySet<string> {
  const fields = new Set<string>();
  const look = ({ op, args }: SyntaxNode): void => {
    if (!['.', '.?', '[]', '[?]'].includes(op)) return;
    const [owner, key] = args as [SyntaxNode, string | SyntaxNode];
    const field = typeof key === 'string' ? key : literalText(key);
    if (owner.op === 'id' && field !== undefined) fields.add(`${String(owner.args)}.${field}`);
  };
  visit(root, look);
  return fields;
}
