import { celValues } from '@orch/expressions';
import type { Pause } from '@orch/http';
import {
  CONDITIONS_BUDGET,
  CostBudget,
  Failed,
  POLICY_BUDGET,
  type AdmissionValues,
} from '../../expressions/admission-expression.js';
import { evaluateConditions, prepared, type CountedConditions } from '../../expressions/conditions.js';
import type { PauseAfterWork } from '../../pause-after-work.js';
import type { CheckError } from '../policy-metrics.js';
import { variablesOf } from '../policy-variables.js';
import type { RegisteredValidation, ValidatingPolicy } from './validating-policy.js';

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

/** One validation, for metrics. */
export interface PolicyCheck {
  readonly isFailed: boolean;
  readonly error: CheckError;
  readonly seconds: number;
}

/** What a policy says about a request. */
export interface PolicyResult {
  readonly failures: readonly PolicyFailure[];
  readonly checks: readonly PolicyCheck[];
  readonly annotations: readonly { readonly key: string; readonly value: string }[];
  /** Annotations that could not be evaluated: they refuse the request, whatever the actions are. */
  readonly annotationFailures: readonly string[];
}

const NOTHING: PolicyResult = { failures: [], checks: [], annotations: [], annotationFailures: [] };

/** Evaluates a policy that matches a request. Compiles and evaluates one expression in a step; yields what they wait for, too. @param given values without `variables`. */
export function* evaluatePolicy(
  policy: ValidatingPolicy,
  given: AdmissionValues,
  pause: Pick<PauseAfterWork, 'isDue'>,
  counted: CountedConditions,
): Generator<Pause, PolicyResult> {
  const { ignoresFailures } = policy;
  const outcome = yield* evaluateConditions(
    policy.conditions,
    given,
    new CostBudget(CONDITIONS_BUDGET),
    pause,
    counted,
  );
  if ('failed' in outcome)
    return ignoresFailures
      ? NOTHING
      : { ...NOTHING, failures: [{ message: outcome.failed, reason: undefined, index: 0 }] };
  if (!outcome.matches) return NOTHING;
  // An expression evaluates those that it uses within its own step.
  yield* prepared(policy.variables.values(), pause);
  const budget = new CostBudget(POLICY_BUDGET);
  const values = { ...given, variables: variablesOf(policy, given, budget) };
  const checks: PolicyCheck[] = [];
  const failures: PolicyFailure[] = [];
  for (const [index, validation] of policy.validations.entries()) {
    yield* prepared([validation.expression, validation.messageExpression], pause);
    const startedMs = performance.now();
    const { error, ...failure } = yield* failureOf(validation, values, budget, ignoresFailures);
    const isFailed = failure.message !== undefined;
    checks.push({ isFailed, error, seconds: (performance.now() - startedMs) / 1_000 });
    if (isFailed) failures.push({ message: failure.message!, reason: failure.reason, index });
    if (pause.isDue) yield;
  }
  return { failures, checks, ...(yield* annotationsOf(policy, values, budget, pause)) };
}

/** Of one validation. Without a message it is passed. */
interface Outcome {
  readonly error: CheckError;
  readonly message?: string | undefined;
  readonly reason?: string | undefined;
}

function* failureOf(
  { expression, message, messageExpression, reason }: RegisteredValidation,
  values: AdmissionValues,
  budget: CostBudget,
  ignoresFailures: boolean,
): Generator<Pause, Outcome> {
  const result = yield* expression.evaluate(values, budget);
  if (result === true) return { error: 'no_error' };
  if (result instanceof Failed) return { error: result.kind, ...(ignoresFailures ? {} : { message: result.message }) };
  const computed = messageExpression && (yield* messageExpression.evaluate({ ...values, authorizer: null }, budget));
  const text = usable(computed) || message.trim() || `failed expression: ${expression.text.trim()}`;
  return { error: 'no_error', message: text, reason };
}

/** A computed message of one line that is not too long, else empty. */
function usable(computed: unknown): string {
  if (typeof computed !== 'string') return '';
  const text = computed.trim();
  return text.length > MAX_MESSAGE_LENGTH || text.includes('\n') ? '' : text;
}

function* annotationsOf(
  { annotations, ignoresFailures }: ValidatingPolicy,
  values: AdmissionValues,
  budget: CostBudget,
  pause: Pick<PauseAfterWork, 'isDue'>,
): Generator<Pause, Pick<PolicyResult, 'annotations' | 'annotationFailures'>> {
  const published: { key: string; value: string }[] = [];
  const annotationFailures: string[] = [];
  for (const { key, value } of annotations) {
    yield* prepared([value], pause);
    const result = yield* value.evaluate(values, budget);
    if (pause.isDue) yield;
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
