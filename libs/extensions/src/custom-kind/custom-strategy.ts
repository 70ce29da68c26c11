import {
  resetMetadata,
  steppedValidation,
  takeStatus,
  type CustomResourceSubresources,
  type Strategy,
  type StrategyContext,
  type SubresourceStrategy,
} from '@orch/api';
import { fieldError, FieldPath, type ApiObject, type FieldError, type FieldErrorReason } from '@orch/apimachinery';
import type { CompiledRules, CustomSchema, RuleResult } from '@orch/structural-schema';
import { finalizerWarnings } from './finalizer-warnings.js';
import { customScale, validateScaleSpec, validateScaleStatus } from './scale.js';

/** Rules of the objects of one version. @param schema and rules are compiled on first use. */
export function customStrategy(
  schema: () => CustomSchema,
  rules: () => CompiledRules,
  { scale }: CustomResourceSubresources,
): Strategy {
  const ofScale = (object: ApiObject): FieldError[] =>
    scale ? [...validateScaleSpec(object, scale), ...validateScaleStatus(object, scale)] : [];
  return {
    // The status that a client sent is dropped after its defaults were set.
    completeCreate: (object, { limit }) => schema().applyDefaults(object, limit),
    warnings: (object, _context, old) => finalizerWarnings(object, old),
    ...steppedValidation((object, context, old) => {
      const { limit } = context;
      const errors = old === undefined ? schema().validate(object, limit) : schema().validateUpdate(object, old, limit);
      const validate = (compiled: CompiledRules) =>
        compiled.validateInSteps(object, old, old === undefined ? undefined : schema().structure);
      return withRules([...errors, ...ofScale(object)], rules(), validate, context);
    }),
  };
}

/** Sub-resources of one version: those that the definition declares. */
export function customSubresources(
  schema: () => CustomSchema,
  rules: () => CompiledRules,
  { status, scale }: CustomResourceSubresources,
): ReadonlyMap<string, SubresourceStrategy> {
  const subresources = new Map<string, SubresourceStrategy>();
  if (status) subresources.set('status', customStatus(schema, rules, scale));
  if (scale) subresources.set('scale', customScale(scale));
  return subresources;
}

function customStatus(
  schema: () => CustomSchema,
  rules: () => CompiledRules,
  scale: CustomResourceSubresources['scale'],
): SubresourceStrategy {
  const { validateInSteps, validateUpdate } = steppedValidation((object, context, old) => {
    const errors = schema().validateStatus(object, old!, context.limit);
    const validate = (compiled: CompiledRules) => compiled.validateInSteps(object, old, schema().structure);
    return withRules([...errors, ...(scale ? validateScaleStatus(object, scale) : [])], rules(), validate, context);
  });
  return {
    prepareForUpdate: (sent, old) => takeStatus({ ...sent, metadata: resetMetadata(sent.metadata, old.metadata) }, old),
    validateInSteps,
    validateUpdate,
  };
}

/** Errors after which rules are not evaluated: they expect values of the declared types and sizes. */
const BLOCKING: ReadonlySet<FieldErrorReason> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

const NOT_CHECKED = fieldError.invalid(
  FieldPath.of('<nil>'),
  undefined,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);

/** More do not fit into the headers of a response. */
const MAX_WARNINGS = 100;

/** The errors with those of rules. Unchanged parts that do not satisfy their rules give warnings. */
function* withRules(
  errors: FieldError[],
  rules: CompiledRules,
  validate: (rules: CompiledRules) => Generator<undefined, RuleResult>,
  context: StrategyContext,
): Generator<undefined, FieldError[]> {
  if (!rules.hasRules) return errors;
  if (errors.some(({ reason }) => BLOCKING.has(reason))) return [...errors, NOT_CHECKED];
  const result = yield* validate(rules);
  for (const { field, detail } of result.warnings.slice(0, MAX_WARNINGS)) context.warn?.(`${field}: ${detail}`);
  return [...errors, ...result.errors];
}
