import { CompileFailure, ExpressionLanguage, type CompiledExpression } from './environment.js';
import { ExpressionError } from './expression-error.js';
import { Program, type ExpressionValues } from './program.js';
import type { Issue } from './syntax/issues.js';
import { listOf, optionalValue, parseType, struct, type CelType } from './types/cel-type.js';
import { CostExceeded, Meter } from './values/meter.js';
import { Fault, isMap, itemsOf } from './values/values.js';

/** CEL type of a variable, such as `map<string, dyn>`, or of each of its fields, or in a list of one that of the elements. */
export type VariableType = string | readonly [VariableType] | { readonly [field: string]: VariableType };

/** Environment in which an expression is compiled. */
export interface ExpressionEnvironment {
  readonly variables: Readonly<Record<string, VariableType>>;
  /** Accepted CEL types of the result. A type that is known only at evaluation is always accepted. */
  readonly results: readonly string[];
}

const MAX_LENGTH = 10_240;
/** Highest cost of an evaluation: these run for every request, and end within about 25 ms of CPU time. */
const CONFIGURATION_COST_LIMIT = 80_000;

/**
 * Compiles an expression of a configuration file. Checks names of variables, fields and functions and the types of all operands as far as
 * they are known. The evaluation has a cost limit.
 * @throws ExpressionError with the reason and position.
 */
export function compileExpression(text: string, { variables, results }: ExpressionEnvironment): Program {
  if (text.trim() === '') throw new ExpressionError('is empty');
  if (text.length > MAX_LENGTH) throw new ExpressionError(`is longer than ${MAX_LENGTH} characters`);
  const names = Object.keys(variables);
  const types = names.map((name) => [name, typeOf(name, variables[name] ?? {})]);
  const compiled = new ExpressionLanguage({ variables: Object.fromEntries(types) }).compile(text);
  if (compiled instanceof CompileFailure) throw invalid(text, compiled.issues);
  if (compiled.problem !== undefined) throw new ExpressionError(`is not a valid expression: ${compiled.problem}`);
  if (!isAccepted(compiled.type, results))
    throw new ExpressionError(`evaluates to ${typeText(compiled.type)}, must evaluate to ${results.join(' or ')}`);
  return new Program(text, {
    evaluate: (values) => evaluated(compiled, names, values),
    names: (variable, field) => compiled.names(variable, field),
  });
}

function typeOf(name: string, type: VariableType): CelType {
  if (typeof type === 'string') return parseType(type);
  if (isListType(type)) return listOf(typeOf(name, type[0]));
  return struct(name, (field) =>
    Object.hasOwn(type, field) ? typeOf(`${name}.${field}`, type[field] ?? 'dyn') : undefined,
  );
}

const isListType = (type: VariableType): type is readonly [VariableType] => Array.isArray(type);

/** Elements that are known only at evaluation make a list of any type. */
const isAccepted = (type: CelType, results: readonly string[]): boolean =>
  type.kind === 'dyn' ||
  results.includes(typeText(type)) ||
  (typeText(type) === 'list<dyn>' && results.some((one) => one.startsWith('list')));

/** What `parseType` reads. */
function typeText(type: CelType): string {
  const name = optionalValue(type) ? 'optional' : type.name;
  return type.parameters.length === 0 ? name : `${name}<${type.parameters.map(typeText).join(', ')}>`;
}

const UNDECLARED = /^undeclared reference to '(.*)' \(in container ''\)$/;
const UNDEFINED = /^undefined field '(.*)'$/;

/** The first problem. Unknown variables and fields are what authors meet most: named in fewer words than cel-go has. */
function invalid(text: string, issues: readonly Issue[]): ExpressionError {
  const [{ pos, message }] = issues.toSorted((a, b) => a.pos - b.pos) as [Issue];
  const name = UNDECLARED.exec(message)?.[1];
  const summary =
    name !== undefined && text.startsWith(name, pos)
      ? `Unknown variable: ${name}`
      : message.replace(UNDEFINED, 'No such key: $1');
  return new ExpressionError(`is not a valid expression: ${summary} (character ${Math.max(pos, 0) + 1})`);
}

function evaluated(compiled: CompiledExpression, names: readonly string[], values: ExpressionValues): unknown {
  const meter = new Meter(CONFIGURATION_COST_LIMIT);
  try {
    const result = compiled.evaluate(
      names.map((name) => values[name]),
      meter,
    );
    if (result instanceof Fault) throw new ExpressionError(`cannot be evaluated: ${kindOf(result)}`);
    chargeResult(result, meter);
    return result;
  } catch (error) {
    if (error instanceof CostExceeded) throw new ExpressionError('costs too much to evaluate');
    throw error;
  }
}

/** Kinds of failures. What follows in a message may quote values, which may be secret. */
const KINDS: readonly string[] = [
  'no such key',
  'no such overload',
  'index out of bounds',
  'division by zero',
  'modulus by zero',
  'integer overflow',
  'unsigned integer overflow',
  'type conversion error',
  'error parsing regexp',
];

const kindOf = ({ message }: Fault): string =>
  KINDS.find((kind) => message.startsWith(kind)) ?? 'not possible on these values';

/** A result may hold the same part many times: its reader walks through each. @throws CostExceeded. */
function chargeResult(result: unknown, meter: Meter): void {
  meter.work(1);
  const items = itemsOf(result);
  if (items) for (const item of items) chargeResult(item, meter);
  else if (isMap(result)) for (const key of result.keys()) chargeResult(result.get(key), meter);
}
