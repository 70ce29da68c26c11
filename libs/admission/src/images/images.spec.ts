import type { Pod } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { WebhookError } from '@orch/webhook';
import { attributesOf } from '../attributes.fixture.js';
import { alwaysPullImages } from './always-pull-images.js';
import { imagePolicyWebhook } from './image-policy-webhook.js';

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
  const plugin = (
    of: () => Promise<never> | { allowed: boolean; reason: string; auditAnnotations: Record<string, string> },
  ) => imagePolicyWebhook({ reviews: { of }, defaultAllow: true }, vocabularies.kubernetes);
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
});
