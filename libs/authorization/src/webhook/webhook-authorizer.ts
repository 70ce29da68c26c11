import type { UserInfo } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import { flowOf, flowOfRequester } from '@orch/http';
import type { RequestInfo, Authorizer, Decision, Flow, Requester } from '@orch/http';
import {
  DECISION_LIMITS,
  Decisions,
  WebhookBusy,
  WebhookError,
  WebhookTimeout,
  type WebhookService,
} from '@orch/webhook';
import { NO_RULES, type RuleResolver, type UserRules } from '../user-rules.js';
import type { AuthorizationWebhookMetrics, CallResult } from './authorization-webhook-metrics.js';
import { accessDecision, accessQuestion, isTooLong } from './access-decision.js';
import { type FailurePolicy, undecided } from '../failure-policy.js';

/** Options of the webhook authorizer. */
export interface AccessWebhook {
  readonly service: Pick<WebhookService, 'review'>;
  /** API group of the SubjectAccessReview that is sent. */
  readonly group: string;
  readonly version: 'v1beta1' | 'v1';
  /** Cache TTL of allowed requests. Unit: milliseconds. */
  readonly authorizedTtlMs: number;
  /** Cache TTL of requests that are not allowed. Unit: milliseconds. */
  readonly unauthorizedTtlMs: number;
  /** Decision when the call fails. */
  readonly failurePolicy: FailurePolicy;
  readonly clock: Clock;
  /** Of the authorizer, in metrics. */
  readonly name: string;
  readonly metrics: AuthorizationWebhookMetrics;
}

/** Mode Webhook: sends SubjectAccessReviews to a service (D-075), and caches its decisions (D-076). */
export function webhookAuthorizer(webhook: AccessWebhook): Authorizer & RuleResolver {
  const { service, group, version, authorizedTtlMs, unauthorizedTtlMs, failurePolicy, clock, name, metrics } = webhook;
  const apiVersion = `${group}/${version}`;
  const groups = version === 'v1' ? 'groups' : 'group';
  const decisions = new Decisions<Decision>(clock, DECISION_LIMITS, DECISION_LIMITS); // refusals are common: another mode may allow
  const ask = async (spec: object, flow: Flow) => {
    const startedMs = performance.now();
    const counted = (failure?: unknown): void =>
      metrics.called(name, (performance.now() - startedMs) / 1_000, resultOf(failure));
    const review = { apiVersion, kind: 'SubjectAccessReview', spec };
    const { bytes, decision } = await answerOf(service.review(review, flow), counted);
    const refused = !decision.allowed;
    return { decision, refused, ttlMs: refused ? unauthorizedTtlMs : authorizedTtlMs, bytes };
  };
  const unanswered = (error: unknown): Decision => {
    if (!(error instanceof WebhookError)) throw error;
    if (failurePolicy === 'NoOpinion') metrics.ignored(name, resultOf(error));
    const decision = undecided(failurePolicy, 'the authorization webhook gives no valid answer');
    return error instanceof WebhookBusy ? { ...decision, isBusy: true } : decision;
  };
  return {
    decide: (user: UserInfo, info: RequestInfo, requester?: Requester) => {
      const spec = accessQuestion(user, info, groups);
      if (isTooLong(spec)) return undecided(failurePolicy, 'the request is too long for the authorization webhook');
      const flow = () => (requester ? flowOfRequester(requester) : flowOf(user));
      const decision = decisions.get(
        JSON.stringify(spec),
        () => flow().name,
        () => ask(spec, flow()),
      );
      return decision instanceof Promise ? decision.catch(unanswered) : decision;
    },
    rulesFor: () => NOT_SUPPORTED,
  };
}

const resultOf = (failure: unknown): CallResult =>
  failure === undefined ? 'success' : failure instanceof WebhookTimeout ? 'timeout' : 'error';

/** @param counted called with why there is no valid answer, or without. */
async function answerOf(
  review: ReturnType<AccessWebhook['service']['review']>,
  counted: (failure?: unknown) => void,
): Promise<{ readonly bytes: number; readonly decision: Decision }> {
  try {
    const { status, bytes } = await review;
    const decision = accessDecision(status);
    counted();
    return { bytes, decision };
  } catch (error) {
    counted(error);
    throw error;
  }
}

/** A webhook decides about requests, and does not list rules. */
const NOT_SUPPORTED: UserRules = Object.freeze({
  ...NO_RULES,
  incomplete: true,
  evaluationError: 'webhook authorizer does not support user rule resolution',
});
