import { FakeClock } from '@orch/apimachinery';
import type { RequestInfo } from '@orch/http';
import type { FailurePolicy } from '../failure-policy.js';
import { AuthorizationWebhookMetrics } from './authorization-webhook-metrics.js';
import { webhookAuthorizer } from './webhook-authorizer.js';

const LIMIT = 512 * 1_024;
const jane = { username: 'jane', groups: ['dev'] };

describe('the authorization webhook', () => {
  const decide = async (failurePolicy: FailurePolicy, name: string) => {
    const sent: object[] = [];
    const authorizer = webhookAuthorizer({
      service: {
        review: (review) => {
          sent.push(review);
          return Promise.resolve({ status: { allowed: true }, bytes: 10 });
        },
      },
      group: 'authorization.orch.io',
      version: 'v1',
      authorizedTtlMs: 0,
      unauthorizedTtlMs: 0,
      failurePolicy,
      clock: new FakeClock(0),
      name: 'webhook',
      metrics: new AuthorizationWebhookMetrics(),
    });
    const info = { isResource: true, verb: 'get', resource: 'pods', name } as RequestInfo;
    return { decision: await authorizer.decide(jane, info), calls: sent.length };
  };

  it.each([
    ['NoOpinion', { allowed: false, reason: '' }],
    ['Deny', { allowed: false, denied: true, reason: '' }],
  ] as const)('is not called with more text than requests have: failure policy %s', async (failurePolicy, decision) => {
    const error = 'the request is too long for the authorization webhook';
    expect(await decide(failurePolicy, 'x'.repeat(LIMIT))).toEqual({ decision: { ...decision, error }, calls: 0 });
    expect(await decide(failurePolicy, 'x'.repeat(LIMIT / 2))).toMatchObject({ decision: { allowed: true }, calls: 1 });
  });
});
