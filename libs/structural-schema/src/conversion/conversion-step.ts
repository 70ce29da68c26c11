import type { PlainObject } from '@orch/apimachinery';
import { CostExceeded, ExpressionError, type Meter } from '@orch/expressions';
import type { JsonSchema } from '../schema/json-schema.js';
import type { FieldRule, VersionPair } from './conversion-document.js';
import { ConversionFault } from './conversion-fault.js';
import type { ConversionWork } from './conversion-work.js';
import { compileFieldExpression, ConvertedObject, type FieldExpression } from './field-expression.js';
import { FieldMoves, type Taken } from './field-moves.js';
import { pathText, schemaAt, type Step } from './version-path.js';

/** A rule in one direction. */
interface DirectedRule {
  readonly index: number;
  readonly source: readonly Step[] | undefined;
  readonly target: readonly Step[] | undefined;
  readonly expression: FieldExpression | undefined;
  readonly values: ReadonlyMap<string, string> | undefined;
  readonly default: unknown;
}

/** A rule as it reads from one version to the other. */
export interface RuleDirection {
  readonly source: FieldRule['from'];
  readonly target: FieldRule['to'];
  readonly expression: string | undefined;
  /** Name of the field of the document that holds the expression. */
  readonly expressionField: 'convert' | 'revert';
}

export const inDirection = (rule: FieldRule, isForward: boolean): RuleDirection =>
  isForward
    ? { source: rule.from, target: rule.to, expression: rule.convert, expressionField: 'convert' }
    : { source: rule.to, target: rule.from, expression: rule.revert, expressionField: 'revert' };

/** Compiles the expressions of rules. @param source schema of the version that is converted. @returns the problems of those that do not compile. */
export const compiledExpressions = (
  pair: VersionPair,
  isForward: boolean,
  source: JsonSchema | undefined,
): readonly (FieldExpression | undefined | string)[] =>
  pair.fields.map((rule) => {
    const { source: from, expression } = inDirection(rule, isForward);
    if (expression === undefined) return undefined;
    const self = from === undefined ? null : source && (schemaAt(source, from.steps) || undefined);
    return compileFieldExpression(expression, { object: source, self });
  });

/** Converts from one version to another that has rules with it. All fields are read from the object as it was. */
export class ConversionStep {
  private readonly takes: readonly DirectedRule[];
  private readonly puts: readonly DirectedRule[];

  /**
   * @param expressions of the rules in this direction.
   * @throws ConversionFault for an expression that does not compile.
   */
  constructor(pair: VersionPair, isForward: boolean, expressions: ReturnType<typeof compiledExpressions>) {
    const rules = pair.fields.map((rule, index) => directed(rule, index, isForward, expressions[index]));
    const bySource = rules.filter(({ source: from }) => from !== undefined);
    const byTarget = rules.filter(({ target }) => target !== undefined);
    // Parts before what holds them; on the way in, what holds others first.
    this.takes = bySource.toSorted((a, b) => b.source!.length - a.source!.length);
    this.puts = byTarget.toSorted((a, b) => a.target!.length - b.target!.length);
  }

  /**
   * The object in the other version, whose `apiVersion` the caller sets. Parts that stay are shared.
   * @param applied gets the positions of the rules that set a value.
   * @throws ConversionFault.
   */
  convert(object: PlainObject, meter: Meter, work: ConversionWork, applied?: Set<number>): PlainObject {
    const moves = new FieldMoves(object, work);
    const converted = new ConvertedObject(object, meter);
    const taken = new Map<DirectedRule, Taken>();
    for (const rule of this.takes) {
      work.rule = rule.index;
      taken.set(rule, moves.take(rule.source!));
    }
    moves.removeEmptied();
    for (const rule of this.puts) {
      // Its value is made from the whole object, or it has none.
      if (rule.source === undefined && rule.expression === undefined) continue;
      work.rule = rule.index;
      const values: Taken = rule.source === undefined ? { value: undefined } : taken.get(rule);
      const problem = moves.put(rule.target!, values, (value) => {
        const made = madeBy(rule, converted, value);
        if (made === undefined) return undefined;
        applied?.add(rule.index);
        if (made !== value) work.add(made);
        return made;
      });
      if (problem !== undefined) throw new ConversionFault(`${shownTarget(rule)}: ${problem}`, rule.index);
    }
    for (const rule of this.puts) {
      work.rule = rule.index;
      if (rule.default !== undefined) moves.fill(rule.target!, rule.default);
    }
    return moves.object;
  }
}

function directed(
  rule: FieldRule,
  index: number,
  isForward: boolean,
  expression: FieldExpression | undefined | string,
): DirectedRule {
  const { source, target } = inDirection(rule, isForward);
  if (typeof expression === 'string') throw new ConversionFault(expression, index);
  const { values } = rule;
  return {
    index,
    source: source?.steps,
    target: target?.steps,
    expression,
    values: isForward || !values ? values : new Map([...values].map(([from, to]) => [to, from])),
    default: isForward || !source ? rule.default : undefined,
  };
}

function madeBy(rule: DirectedRule, object: ConvertedObject, value: unknown): unknown {
  const { expression, values } = rule;
  if (values) return typeof value === 'string' ? (values.get(value) ?? value) : value;
  if (!expression) return value;
  try {
    const made = expression.evaluate(object, value);
    if (typeof made !== 'string') return made.value;
    throw new ConversionFault(`${shownTarget(rule)}: ${made}`, rule.index);
  } catch (error) {
    if (error instanceof ExpressionError)
      throw new ConversionFault(`${shownTarget(rule)}: ${error.message}`, rule.index);
    if (!(error instanceof CostExceeded)) throw error;
    throw new ConversionFault(
      `${shownTarget(rule)}: the expressions of the conversion cost too much`,
      rule.index,
      true,
    );
  }
}

const shownTarget = ({ target }: DirectedRule): string => pathText(target!);
