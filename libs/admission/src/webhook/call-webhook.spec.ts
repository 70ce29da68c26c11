import type { AdmissionAttributes } from '@orch/registry';
import { callWebhook, CallFailed } from './call-webhook.js';
import { measuredCall } from './measured-call.js';
import type { Invocation } from './invocation.js';
import { ReviewObjects } from './review-objects.js';
import { RegisteredWebhook } from './registered-webhook.js';
import type { WebhookDependencies } from './webhook-dependencies.js';
import { WebhookMetrics } from './webhook-metrics.js';

describe('B-230 a stored webhook without a review version that is known', () => {
  const client = { post: () => Promise.reject(new Error('not called')) };
  const objects = new ReviewObjects(() => ({ name: 'tester', exempt: false }));
  const attributes = {
    dryRun: false,
    operation: 'CREATE',
    annotate: () => undefined,
  } as unknown as AdmissionAttributes;
  const invocationOf = (failurePolicy: string): Invocation => ({
    registered: new RegisteredWebhook('stored', {
      name: 'old.example.com',
      clientConfig: { url: 'https://hook' },
      admissionReviewVersions: ['v9'],
      failurePolicy,
    }),
    order: 0,
    equivalent: undefined,
  });

  it('is a failed call, without a request', async () => {
    await expect(
      callWebhook(invocationOf('Fail'), attributes, { client, isMutating: false, objects, waitedMs: 0 }),
    ).rejects.toThrow(CallFailed);
    await expect(
      callWebhook(invocationOf('Fail'), attributes, { client, isMutating: false, objects, waitedMs: 0 }),
    ).rejects.toThrow(
      'failed calling webhook "old.example.com": could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)',
    );
  });

  it('is a failed call, without a request, when others took its time', async () => {
    const { registered, ...place } = invocationOf('Fail');
    const late = new RegisteredWebhook('stored', { ...registered.webhook, admissionReviewVersions: ['v1'] });
    const served = { ...attributes, definition: { vocabulary: { groups: { admission: 'a' } } } } as never;
    const call = callWebhook({ ...place, registered: late }, served, {
      client,
      isMutating: false,
      objects,
      waitedMs: 10_000,
    });
    await expect(call).rejects.toThrow('context deadline exceeded');
  });

  it('passes with failure policy Ignore', async () => {
    const vocabulary = { groups: { admission: 'admission.orch.io' } };
    const ignored: string[] = [];
    const dependencies = {
      client,
      metrics: new WebhookMetrics(),
      vocabulary,
      ignored: { add: (name: string) => ignored.push(name) },
    };
    const at = { objects, type: 'validating', round: 0, index: 0 } as const;
    const call = (policy: string) =>
      measuredCall(invocationOf(policy), attributes, at, dependencies as unknown as WebhookDependencies, () => 'used');
    expect(await call('Ignore')).toBeUndefined();
    expect(ignored).toEqual(['old.example.com']);
    await expect(call('Fail')).rejects.toThrow(CallFailed);
  });
});
