import { celValues, type Meter } from '@orch/expressions';
import { CONDITIONS_BUDGET, CostBudget, Failed, type AdmissionValues } from '../expressions/admission-expression.js';
import { evaluateConditions } from '../expressions/conditions.js';
import type { RegisteredPolicy, RegisteredValidation } from './registered-policy.js';

/** Cost of all expressions of one policy for one request and one parameter object, a tenth of that of kube-apiserver. */
const POLICY_BUDGET = 1_000_000;
/** Longest message of an expression. */
const MAX_MESSAGE_LENGTH = 5 * 1_024;

/** A validation that was not passed, or could not be evaluated. */
export interface PolicyFailure {
  readonly message: string;
  /** Reason of the answer. Undefined: Invalid. */
  readonly reason: string | undefined;
  /** Position of the validation. */
  readonly index: number;
}

/** What a policy says about a request. */
export interface PolicyResult {
  readonly failures: readonly PolicyFailure[];
  readonly annotations: readonly { readonly key: string; readonly value: string }[];
  /** Annotations that could not be evaluated: they refuse the request, whatever the actions are. */
  readonly annotationFailures: readonly string[];
}

const NOTHING: PolicyResult = { failures: [], annotations: [], annotationFailures: [] };

/** Evaluates a policy that matches a request. @param given values without `variables`. */
export function evaluatePolicy(policy: RegisteredPolicy, given: AdmissionValues): PolicyResult {
  const { ignoresFailures } = policy;
  const outcome = evaluateConditions(policy.conditions, given, new CostBudget(CONDITIONS_BUDGET));
  if ('failed' in outcome)
    return ignoresFailures
      ? NOTHING
      : { ...NOTHING, failures: [{ message: outcome.failed, reason: undefined, index: 0 }] };
  if (!outcome.matches) return NOTHING;
  const budget = new CostBudget(POLICY_BUDGET);
  const values = { ...given, variables: variablesOf(policy, given, budget) };
  const failures = policy.validations.flatMap((validation, index) => {
    const failure = failureOf(validation, values, budget, ignoresFailures);
    return failure ? [{ ...failure, index }] : [];
  });
  return { failures, ...annotationsOf(policy, values, budget) };
}

function failureOf(
  { expression, message, messageExpression, reason }: RegisteredValidation,
  values: AdmissionValues,
  budget: CostBudget,
  ignoresFailures: boolean,
): Omit<PolicyFailure, 'index'> | undefined {
  const result = expression.evaluate(values, budget);
  if (result === true) return undefined;
  if (result instanceof Failed) return ignoresFailures ? undefined : { message: result.message, reason: undefined };
  const computed = messageExpression?.evaluate({ ...values, authorizer: null }, budget);
  const text = usable(computed) || message.trim() || `failed expression: ${expression.text.trim()}`;
  return { message: text, reason };
}

/** A computed message of one line that is not too long, else empty. */
function usable(computed: unknown): string {
  if (typeof computed !== 'string') return '';
  const text = computed.trim();
  return text.length > MAX_MESSAGE_LENGTH || text.includes('\n') ? '' : text;
}

function annotationsOf(
  { annotations, ignoresFailures }: RegisteredPolicy,
  values: AdmissionValues,
  budget: CostBudget,
): Pick<PolicyResult, 'annotations' | 'annotationFailures'> {
  const published: { key: string; value: string }[] = [];
  const annotationFailures: string[] = [];
  for (const { key, value } of annotations) {
    const result = value.evaluate(values, budget);
    if (typeof result === 'string') {
      if (result.trim() !== '') published.push({ key, value: result.trim() });
    } else if (result instanceof Failed) {
      if (!ignoresFailures) annotationFailures.push(result.message);
    } else if (result !== null) {
      annotationFailures.push(
        `valueExpression '${value.text}' resulted in unsupported return type: ${celValues.typeName(result)}. Return type must be either string or null.`,
      );
    }
  }
  return { annotations: published, annotationFailures };
}

/** The map `variables`: each is evaluated when it is first read, and may read those before it. */
function variablesOf({ variables }: RegisteredPolicy, given: AdmissionValues, budget: CostBudget): unknown {
  const evaluate = (name: string): unknown => {
    const expression = variables.get(name);
    if (!expression) return undefined;
    const meter: Meter | undefined = budget.meter();
    if (!meter) return new celValues.Fault('running out of cost budget');
    try {
      const result = expression.run({ ...given, variables: map }, meter);
      return result instanceof celValues.Fault
        ? new celValues.Fault(`composited variable "${name}" fails to evaluate: ${result.message}`)
        : result;
    } finally {
      budget.spend(meter);
    }
  };
  const map = new celValues.LazyMap({}, evaluate, () => [...variables.keys()]);
  return map;
}
