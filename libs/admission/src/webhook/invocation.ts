import { ApiError } from '@orch/apimachinery';
import type { AdmissionAttributes, LabelReader } from '@orch/registry';
import { evaluateConditions } from '../expressions/conditions.js';
import { CONDITIONS_BUDGET, CostBudget } from '../expressions/admission-expression.js';
import { admissionValues, type ValueSources } from '../expressions/admission-values.js';
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
}

/** Dependencies of the match. */
export interface Matching extends ValueSources {
  readonly reader: LabelReader;
  readonly versions: EquivalentVersions;
}

/**
 * The invocation for a write whose rules match; undefined when a selector or a condition does not match. Yields after conditions that took long.
 * @throws ApiError NotFound when the namespace of the selector does not exist, Forbidden when a condition cannot be evaluated.
 */
export function* matchObjects(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  matching: Matching,
  { work, pause }: MatchProgress,
): Generator<undefined, Invocation | undefined> {
  const { registered } = invocation;
  if (!(yield* registered.selectors.match(attributes, matching.reader, work))) return undefined;
  const conditions = registered.conditions;
  if (conditions.length === 0) return invocation;
  const values = admissionValues(attributes, invocation, matching);
  const outcome = yield* evaluateConditions(conditions, values, new CostBudget(CONDITIONS_BUDGET), pause);
  if ('matches' in outcome) return outcome.matches ? invocation : undefined;
  if (registered.ignoresFailures) return undefined;
  const { definition, name } = attributes;
  throw ApiError.forbidden({ ...definition.gvr, name }, outcome.failed);
}
