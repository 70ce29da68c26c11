import {
  CompileFailure,
  ExpressionLanguage,
  celTypes,
  celValues,
  expressionValue,
  type CelType,
  type Meter,
} from '@orch/expressions';
import type { PlainObject } from '@orch/apimachinery';
import type { JsonSchema } from '../schema/json-schema.js';
import { declaredType, isEmbedded, type DeclaredType } from '../rules/declared-type.js';
import { RuleValues } from '../rules/rule-values.js';

const { Fault, Optional, jsonOf } = celValues;
const { DYN } = celTypes;

/** What the expressions of one conversion read. */
export class ConvertedObject {
  private readonly values = new RuleValues();
  private whole: unknown;

  constructor(
    readonly source: PlainObject,
    readonly meter: Meter,
  ) {}

  /** The object for expressions. Converted once. */
  inExpressions(schema: JsonSchema | undefined): unknown {
    return (this.whole ??= this.valueOf(this.source, schema, true));
  }

  /** A value for expressions, as its schema says; without one, as it is. */
  valueOf(
    value: unknown,
    schema: JsonSchema | undefined,
    isResource = schema !== undefined && isEmbedded(schema),
  ): unknown {
    return schema ? this.values.of(value, schema, isResource) : expressionValue(value);
  }
}

/** Types of the variables of an expression. */
export interface ExpressionSchemas {
  /** Of the object that is converted. Default: any. */
  readonly object: JsonSchema | undefined;
  /** Of the value that is converted; `undefined`: any; `null`: there is none. */
  readonly self: JsonSchema | undefined | null;
}

/** An expression that makes the value of a field. */
export interface FieldExpression {
  /**
   * The value as JSON. Undefined for null, for no value, and where it reads a field that is absent.
   * @returns a text with what is wrong.
   * @throws CostExceeded.
   */
  evaluate(object: ConvertedObject, self?: unknown): { readonly value: unknown } | string;
}

/** A fault that is none: the field that the value is made from is absent. */
const ABSENT = /^no such key/;

/** Compiles an expression of a conversion. @returns the problems, as cel-go prints them. */
export function compileFieldExpression(text: string, schemas: ExpressionSchemas): FieldExpression | string {
  const hasSelf = schemas.self !== null;
  const [objectType, object] = text.includes('object') ? typed(schemas.object, true) : [DYN, undefined];
  const [selfType, self] = typed(schemas.self ?? undefined, false);
  const variables = { ...(hasSelf ? { self: selfType } : {}), object: objectType };
  const program = new ExpressionLanguage({ variables }).compile(text);
  if (program instanceof CompileFailure) return program.text;
  if (program.problem !== undefined) return program.problem;
  const readsObject = program.variables.has('object');
  return {
    evaluate(converted, value) {
      const whole = readsObject ? converted.inExpressions(object) : undefined;
      const values = hasSelf ? [converted.valueOf(value, self), whole] : [whole];
      const result = program.evaluate(values, converted.meter);
      const made = result instanceof Optional ? (result.value ?? null) : result;
      const json = made instanceof Fault ? made : jsonOf(made, converted.meter);
      if (!(json instanceof Fault)) return { value: json ?? undefined };
      return ABSENT.test(json.message) ? { value: undefined } : json.message;
    },
  };
}

const types = new WeakMap<JsonSchema, DeclaredType>();

/** The type that a schema declares, and the schema; any type without one. Types of large schemas are made once. */
function typed(schema: JsonSchema | undefined, isObject: boolean): readonly [CelType, JsonSchema | undefined] {
  if (!schema) return [DYN, undefined];
  const type = types.get(schema) ?? declaredType(schema, isObject || isEmbedded(schema));
  if (!type) return [DYN, undefined];
  types.set(schema, type);
  return [type.cel, schema];
}
