import { atOnce } from '@orch/apimachinery';
import {
  CompileFailure,
  ExpressionLanguage,
  celTypes,
  type CompiledExpression,
  type PatternBudget,
} from '@orch/expressions';
import type { JsonSchema } from '../schema/json-schema.js';
import { elementsAt, MAX_REQUEST_BYTES, type DeclaredType } from './declared-type.js';
import { ruleFieldPath } from './rule-field-path.js';
import { rulesOf, type ValidationRule } from './rule.js';

const { optionalOf } = celTypes;

/** A compiled rule. */
export interface RuleProgram {
  readonly rule: ValidationRule;
  /** Undefined when the rule is empty or does not compile. */
  readonly program: CompiledExpression | undefined;
  /** Why it does not compile, or is not a boolean. */
  readonly problem: string | undefined;
  readonly message: CompiledExpression | undefined;
  readonly messageProblem: string | undefined;
  /** Path of the field that errors are about, below the value. */
  readonly fieldPath: string | undefined;
  readonly usesOldSelf: boolean;
}

/** Minor number of the release whose functions a text may use. */
export type MinorOf = (text: string) => number;

type Compile = (text: string) => Generator<undefined, CompiledExpression | CompileFailure>;

/** Compiles the rules of a schema, not of those below it. @param patterns shared by rules that are compiled together. */
export const ruleProgramsOf = (
  schema: JsonSchema,
  type: DeclaredType,
  minorOf: MinorOf,
  patterns?: PatternBudget,
): readonly RuleProgram[] => atOnce(ruleProgramsInSteps(schema, type, minorOf, patterns));

/** The same in steps. */
export function* ruleProgramsInSteps(
  schema: JsonSchema,
  type: DeclaredType,
  minorOf: MinorOf,
  patterns?: PatternBudget,
): Generator<undefined, readonly RuleProgram[]> {
  const programs: RuleProgram[] = [];
  for (const rule of rulesOf(schema)) {
    const oldSelf = rule.optionalOldSelf ? optionalOf(type.cel) : type.cel;
    const compile: Compile = (text) =>
      new ExpressionLanguage({ variables: { self: type.cel, oldSelf }, minor: minorOf(text) }).compileInSteps(
        text,
        patterns,
      );
    programs.push(yield* compiled(rule, schema, compile));
  }
  return programs;
}

function* compiled(rule: ValidationRule, schema: JsonSchema, compile: Compile): Generator<undefined, RuleProgram> {
  const empty = {
    rule,
    program: undefined,
    problem: undefined,
    message: undefined,
    messageProblem: undefined,
    fieldPath: undefined,
    usesOldSelf: false,
  };
  if (rule.rule.trim() === '') return empty;
  const program = yield* compile(rule.rule);
  if (program instanceof CompileFailure) return { ...empty, problem: `compilation failed: ${program.text}` };
  if (program.type.kind !== 'bool') return { ...empty, problem: 'cel expression must evaluate to a bool' };
  if (program.problem !== undefined) return { ...empty, problem: `program instantiation failed: ${program.problem}` };
  const fieldPath = rule.fieldPath === '' ? undefined : ruleFieldPath(rule.fieldPath, schema);
  const whole = { ...empty, program, fieldPath, usesOldSelf: program.variables.has('oldSelf') };
  if (rule.messageExpression === '') return whole;
  const message = yield* compile(rule.messageExpression);
  if (message instanceof CompileFailure)
    return { ...whole, fieldPath: undefined, messageProblem: `messageExpression compilation failed: ${message.text}` };
  if (message.type.kind !== 'string')
    return { ...whole, fieldPath: undefined, messageProblem: 'messageExpression must evaluate to a string' };
  if (message.problem !== undefined)
    return {
      ...whole,
      fieldPath: undefined,
      messageProblem: `messageExpression instantiation failed: ${message.problem}`,
    };
  return { ...whole, message };
}

/** Most that an evaluation costs with values that the type allows. */
export const mostCost = (program: CompiledExpression | undefined, type: DeclaredType): number =>
  program?.estimate((path) => elementsAt(type, path)).max ?? 0;

/** How often a value of a type can be in a request. */
export const mostOften = (type: DeclaredType): number => Math.floor(MAX_REQUEST_BYTES / (type.minSize + 1));
