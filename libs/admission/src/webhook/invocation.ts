import { ApiError } from '@orch/apimachinery';
import type { Pause } from '@orch/http';
import type { AdmissionAttributes, LabelReader } from '@orch/registry';
import type { ConditionMetrics } from '../expressions/condition-metrics.js';
import { evaluateConditions } from '../expressions/conditions.js';
import { CONDITIONS_BUDGET, CostBudget } from '../expressions/admission-expression.js';
import type { RequestValues } from '../expressions/admission-values.js';
import type { DecisionSource } from '../expressions/request-decisions.js';
import type { EquivalentVersions } from '../matching/equivalent-versions.js';
import type { MatchedVersion } from '../matching/matched-version.js';
import type { StepWork } from '../matching/step-work.js';
import type { PauseAfterWork } from '../pause-after-work.js';
import type { RegisteredWebhook } from './registered-webhook.js';

/** A webhook to call for a write, with the version in which it gets the objects. */
export interface Invocation extends MatchedVersion {
  readonly registered: RegisteredWebhook;
  /** Position among all registered webhooks. */
  readonly order: number;
}

/** Work on one request, between whose steps others run. */
export interface MatchProgress {
  readonly work: StepWork;
  readonly pause: Pick<PauseAfterWork, 'isDue'>;
  readonly values: RequestValues;
  /** Of the webhooks. */
  readonly type: 'admit' | 'validate';
}

/** The label `type` of evaluations, as kube-apiserver has it. */
const EVALUATED_TYPES = { admit: 'admit', validate: 'validating' } as const;

/** Dependencies of the match. */
export interface Matching extends DecisionSource {
  readonly reader: LabelReader;
  readonly versions: EquivalentVersions;
  readonly conditionMetrics: ConditionMetrics;
}

/**
 * As {@link matchObjects}, where that takes no step; 'in steps' where it does. HOT PATH (bench: webhooks).
 * @throws ApiError NotFound when the namespace of the selector does not exist.
 */
export function matchAtOnce(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  { reader }: Matching,
  { work }: MatchProgress,
): Invocation | undefined | 'in steps' {
  const { selectors, hasConditions } = invocation.registered;
  const isSelected = selectors.matchAtOnce(attributes, reader, work);
  if (isSelected === false) return undefined;
  return isSelected === undefined || hasConditions ? 'in steps' : invocation;
}

/**
 * The invocation for a write whose rules match; undefined when a selector or a condition does not match. Yields after conditions that took long, and what they
 * wait for.
 * @throws ApiError NotFound when the namespace of the selector does not exist, Forbidden when a condition cannot be evaluated.
 */
export function* matchObjects(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  matching: Matching,
  { work, pause, values: request, type }: MatchProgress,
): Generator<Pause, Invocation | undefined> {
  const { registered } = invocation;
  if (!(yield* registered.selectors.match(attributes, matching.reader, work))) return undefined;
  const conditions = registered.conditions;
  if (conditions.length === 0) return invocation;
  const values = request.of(attributes, invocation);
  const { definition, name, operation } = attributes;
  const { conditionMetrics: metrics } = matching;
  const counted = { name: registered.name, kind: 'webhook', type: EVALUATED_TYPES[type], operation } as const;
  const budget = new CostBudget(CONDITIONS_BUDGET);
  const outcome = yield* evaluateConditions(conditions, values, budget, pause, { metrics, of: counted });
  if ('matches' in outcome ? !outcome.matches : registered.ignoresFailures) {
    metrics.excluded(registered.name, type, operation);
    return undefined;
  }
  if ('matches' in outcome) return invocation;
  throw ApiError.forbidden({ ...definition.gvr, name }, outcome.failed);
}
