import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { inMatchedVersion, type MatchedVersion } from '../matching/matched-version.js';
import { matchObjects, type Invocation } from './invocation.js';
import { measuredCall } from './measured-call.js';
import { patchedObject } from './patched-object.js';
import { Reinvocation } from './reinvocation.js';
import { invocationsOf, type WebhookDependencies } from './webhook-dependencies.js';

/** Calls of one request, which the second round continues. */
interface Round {
  readonly number: 0 | 1;
  readonly reinvocation: Reinvocation;
}

/**
 * Calls the webhooks of MutatingWebhookConfigurations one after the other, each with the object as the one before left it. When one of them
 * changed the object, all mutating plugins run a second time, and the webhooks that ask for it and were called before the change are called
 * again (B-245).
 */
export const mutatingWebhooks = (dependencies: WebhookDependencies): AdmissionPlugin => ({
  name: 'MutatingAdmissionWebhook',
  handles: (attributes) => invocationsOf(attributes, dependencies).length > 0,
  mutate: async (attributes, rounds) => {
    const number = rounds?.isSecond ? 1 : 0;
    const reinvocation = rounds?.memo('MutatingAdmissionWebhook', () => new Reinvocation()) ?? new Reinvocation();
    const before = attributes.object!;
    if (number === 1 && reinvocation.isChangedSince(before)) reinvocation.changed();
    const after = await callAll(attributes, { number, reinvocation }, dependencies, () => rounds?.again());
    reinvocation.ended(after);
    return after;
  },
  validate: async (attributes) => {
    // A delete has nothing to change, but its webhooks are called.
    if (attributes.operation === 'DELETE' || attributes.operation === 'CONNECT')
      await callAll(attributes, { number: 0, reinvocation: new Reinvocation() }, dependencies, () => undefined);
  },
});

async function callAll(
  attributes: AdmissionAttributes,
  { number, reinvocation }: Round,
  dependencies: WebhookDependencies,
  again: () => void,
): Promise<ApiObject> {
  let current = attributes;
  for (const [index, found] of invocationsOf(attributes, dependencies).entries()) {
    const { registered } = found;
    const invocation = matchObjects(found, current, dependencies);
    if (!invocation || (number === 1 && !reinvocation.isDue(registered))) continue;
    const object = await callOne(invocation, current, { number, index }, dependencies);
    if (object !== current.object) {
      reinvocation.changed();
      again();
      current = { ...current, object };
    }
    reinvocation.finished(registered);
  }
  return current.object!;
}

async function callOne(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  { number: round, index }: { readonly number: number; readonly index: number },
  dependencies: WebhookDependencies,
): Promise<ApiObject | undefined> {
  const { registered } = invocation;
  const { object } = attributes;
  const response = await measuredCall(invocation, attributes, { type: 'admit', round, index }, dependencies);
  const patched = response && withPatch(attributes, invocation, response.patch, registered.name);
  annotate(
    attributes,
    invocation,
    { round, index, mutated: patched !== undefined && patched !== object },
    dependencies,
  );
  return patched ?? object;
}

/** @throws ApiError InternalError for a patch without an object, or one that cannot be applied. */
function withPatch(
  { object, definition }: AdmissionAttributes,
  { equivalent }: MatchedVersion,
  patch: unknown,
  webhook: string,
): ApiObject | undefined {
  if (patch === undefined || (Array.isArray(patch) && patch.length === 0)) return object;
  if (!object)
    throw ApiError.internal(
      `admission webhook ${JSON.stringify(webhook)} attempted to modify the object, which is not supported for this operation`,
    );
  if (!equivalent) return patchedObject(definition, object, patch);
  const sent = inMatchedVersion(object, { equivalent })!;
  const patched = patchedObject(equivalent.definition, sent, patch);
  return patched === sent ? object : equivalent.restore(patched);
}

interface Outcome {
  readonly round: number;
  readonly index: number;
  readonly mutated: boolean;
}

function annotate(
  attributes: AdmissionAttributes,
  { registered: { configuration, name: webhook } }: Invocation,
  { round, index, mutated }: Outcome,
  { vocabulary }: WebhookDependencies,
): void {
  const key = `mutation.webhook.${vocabulary.groups.admission}/round_${round}_index_${index}`;
  attributes.annotate(key, JSON.stringify({ configuration, webhook, mutated }));
}
