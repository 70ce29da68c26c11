import { atOnce, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { JsonSchema } from '../schema/json-schema.js';
import type { StructuralNode } from '../schema/structural-node.js';
import { declaredType } from './declared-type.js';
import { hasRules, RuleNode } from './rule-node.js';
import { RuleRun } from './rule-run.js';

export interface CompiledRules {
  /** False when no schema has rules: then nothing needs to be called. */
  readonly hasRules: boolean;
  /**
   * Errors of an object that does not satisfy its rules. Ends when the rules cost more than the budget of an object.
   * @param old the stored object, of an update.
   * @param structure of the schema, to correlate the objects: of an update, unchanged parts that are still invalid give warnings only.
   */
  validate(value: unknown, old?: unknown, structure?: StructuralNode): RuleResult;
  /** The same in steps of a few milliseconds, but for a rule that takes longer by itself. */
  validateInSteps(value: unknown, old?: unknown, structure?: StructuralNode): Generator<undefined, RuleResult>;
}

export interface RuleResult {
  readonly errors: readonly FieldError[];
  /** Errors of unchanged parts, as warnings. */
  readonly warnings: readonly FieldError[];
}

const NOTHING: RuleResult = { errors: [], warnings: [] };
const NO_RULES: CompiledRules = {
  hasRules: false,
  validate: () => NOTHING,
  // eslint-disable-next-line require-yield
  *validateInSteps() {
    return NOTHING;
  },
};
/** Cost of all rules for one object: about half a second, in steps. kube-apiserver allows five times as much, on threads of its own. */
const OBJECT_BUDGET = 2_000_000;

export interface RuleOptions {
  /** Path of errors. Default: that of the object. */
  readonly path?: FieldPath;
  /** Whether the schema is that of an object with metadata. Default: true. */
  readonly isResource?: boolean;
  /** Cost of all rules for one object. Default: about half a second. */
  readonly budget?: number;
  /** Called after each validation. @param cost of its evaluations. */
  readonly validated?: (cost: number) => void;
}

/** Compiles the validation rules of a schema. Cheap: the rules of a part are compiled when a value reaches it. */
export function compileRules(
  schema: JsonSchema,
  { path, isResource = true, budget = OBJECT_BUDGET, validated }: RuleOptions = {},
): CompiledRules {
  if (!hasRules(schema)) return NO_RULES;
  let root: RuleNode | undefined;
  function* validateInSteps(
    value: unknown,
    old?: unknown,
    structure?: StructuralNode,
  ): Generator<undefined, RuleResult> {
    root ??= new RuleNode(schema, declaredType(schema, isResource), isResource);
    const run = new RuleRun(budget);
    const correlated = structure && old !== undefined ? { value, old, node: structure } : undefined;
    yield* run.validate(root, path, value, old, correlated);
    validated?.(run.cost);
    return run.result;
  }
  return {
    hasRules: true,
    validate: (value, old, structure) => atOnce(validateInSteps(value, old, structure)),
    validateInSteps,
  };
}
