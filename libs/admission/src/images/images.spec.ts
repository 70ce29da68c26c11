import type { Pod } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { mostPerTurn } from '@orch/testing';
import { WebhookError } from '@orch/webhook';
import { attributesOf } from '../attributes.fixture.js';
import { alwaysPullImages } from './always-pull-images.js';
import { imagePolicyWebhook } from './image-policy-webhook.js';
import type { ImageVerdict } from './image-review.js';

describe('AlwaysPullImages', () => {
  const { mutate, validate } = alwaysPullImages();
  const spec = {
    initContainers: [{ name: 'i', image: 'a' }],
    containers: [{ name: 'c', image: 'b', imagePullPolicy: 'Never' }],
    volumes: [{ name: 'v', image: { reference: 'r' } }, { name: 'w' }],
  };
  it('sets the policy of all containers and of images as volumes', () =>
    expect((mutate!(attributesOf({ spec })) as Pod).spec).toEqual({
      initContainers: [{ name: 'i', image: 'a', imagePullPolicy: 'Always' }],
      containers: [{ name: 'c', image: 'b', imagePullPolicy: 'Always' }],
      volumes: [{ name: 'v', image: { reference: 'r', pullPolicy: 'Always' } }, { name: 'w' }],
    }));
  it('changes no update without a new image', () => {
    const same = attributesOf({ spec }, { oldObject: attributesOf({ spec }).object });
    expect(mutate!(same)).toBe(same.object);
    expect(validate!(same)).toBeUndefined();
    const other = attributesOf({ spec: { ...spec, containers: [{ name: 'c', image: 'new' }] } });
    expect(mutate!({ ...same, object: other.object })).not.toBe(other.object);
  });
  it('refuses what was set to another policy later', () => {
    expect(() => validate!(attributesOf({ spec }))).toThrow(
      '[pods "x" is forbidden: spec.initContainers[0].imagePullPolicy: Unsupported value: "": supported values: "Always", ' +
        'pods "x" is forbidden: spec.containers[0].imagePullPolicy: Unsupported value: "Never": supported values: "Always", ' +
        'pods "x" is forbidden: spec.volumes[0].image.pullPolicy: Unsupported value: "": supported values: "Always"]',
    );
  });
});

describe('ImagePolicyWebhook', () => {
  const plugin = (of: () => Promise<ImageVerdict> | ImageVerdict) =>
    imagePolicyWebhook({ reviews: { of }, defaultAllow: true }, vocabularies.kubernetes);
  const annotated = async (of: Parameters<typeof plugin>[0]): Promise<object> => {
    const annotations: Record<string, string> = {};
    await plugin(of).validate!(attributesOf({}, { annotate: (key, value) => void (annotations[key] = value) }));
    return annotations;
  };
  it('annotates the audit event with what the service says', async () =>
    expect(
      await annotated(() => ({ allowed: true, reason: '', auditAnnotations: { 'audit-required': 'true' } })),
    ).toEqual({
      'imagepolicywebhook.image-policy.k8s.io/audit-required': 'true',
    }));
  it('annotates the audit event of a pod that was admitted without an answer', async () =>
    expect(await annotated(() => Promise.reject(new WebhookError('gone')))).toEqual({
      'imagepolicywebhook.image-policy.k8s.io/failed-open': 'true',
    }));
  it('lets pods that waited for one verdict go on in several turns of the event loop', async () => {
    const verdict = Promise.resolve({ allowed: true, reason: '', auditAnnotations: {} });
    const { validate } = plugin(() => verdict);
    const pods = Array.from({ length: 60 }, async () => {
      await validate!(attributesOf({}));
      const endMs = performance.now() + 1;
      while (performance.now() < endMs);
    });
    expect(await mostPerTurn(pods)).toBeLessThanOrEqual(20);
  });
});
