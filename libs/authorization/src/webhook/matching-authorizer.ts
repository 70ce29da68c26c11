import type { UserInfo } from '@orch/api';
import { type AccessRequirement, type RequestInfo, type Authorizer, NO_OPINION } from '@orch/http';
import { ExpressionError, expressionValue, type Program } from '@orch/expressions';
import { type RuleResolver, rulesFor } from '../user-rules.js';
import { type FailurePolicy, undecided } from '../failure-policy.js';
import type { ConditionsOutcome, MatchConditionMetrics } from './match-condition-metrics.js';

/**
 * Consults an authorizer only if all match conditions are true; otherwise it has no opinion (D-077). If none is false but one cannot be
 * evaluated, the failure policy applies.
 * @param conditions on `request`, see `requestValue`.
 * @param name of the authorizer, for metrics.
 */
export const matchingAuthorizer = (
  authorizer: Authorizer & RuleResolver,
  conditions: readonly Program[],
  failurePolicy: FailurePolicy,
  name: string,
  metrics: MatchConditionMetrics,
): Authorizer & RuleResolver => {
  const readsSelectors = conditions.some(({ text }) => text.includes('Selector'));
  return {
    decide: (user, info, requester) => {
      const startedMs = performance.now();
      const outcome = evaluated(conditions, requestValue(user, info, readsSelectors));
      metrics.evaluated(name, (performance.now() - startedMs) / 1_000, outcome);
      if (outcome === 'excluded') return NO_OPINION;
      return outcome === 'met' ? authorizer.decide(user, info, requester) : undecided(failurePolicy, outcome.failed);
    },
    rulesFor: (user, namespace) => rulesFor(authorizer, user, namespace),
  };
};

/** All are true, or one is false, or none is false and one could not be evaluated. */
function evaluated(conditions: readonly Program[], request: unknown): ConditionsOutcome {
  const values = { request };
  let failed: string | undefined;
  for (const condition of conditions) {
    try {
      const result = condition.evaluate(values);
      if (result === false) return 'excluded';
      if (result !== true) failed ??= `match condition ${condition.text}: gives neither true nor false`;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      failed ??= `match condition ${condition.text}: ${error.message}`;
    }
  }
  return failed === undefined ? 'met' : { failed };
}

/**
 * The variable `request` of conditions: `spec` of a SubjectAccessReview in v1 with all fields, but only one of the two kinds of attributes.
 * @param withSelectors otherwise they are not parsed.
 */
function requestValue(user: UserInfo, info: RequestInfo, withSelectors: boolean): unknown {
  const { verb, group, version, resource, subresource, name, namespace, path } = info;
  const selectors = withSelectors && info.isResource ? info.selectors : undefined;
  return expressionValue({
    user: user.username,
    uid: user.uid ?? '',
    groups: user.groups,
    extra: user.extra ?? {},
    ...(info.isResource
      ? {
          resourceAttributes: {
            ...{ namespace, verb, group, version, resource, subresource, name },
            ...(selectors?.fieldSelector && { fieldSelector: withValues(selectors.fieldSelector) }),
            ...(selectors?.labelSelector && { labelSelector: withValues(selectors.labelSelector) }),
          },
        }
      : { nonResourceAttributes: { path, verb } }),
  });
}

/** Requirements about existence have an empty list of values, as in kube-apiserver. */
const withValues = ({ requirements }: { readonly requirements: readonly AccessRequirement[] }): object => ({
  requirements: requirements.map(({ values = [], ...rest }) => ({ ...rest, values })),
});
