import type { ApiObject } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf, type Pause } from '@orch/http';
import type { AdmissionAttributes } from '@orch/registry';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { internalError } from '../internal-error.js';
import { inMatchedVersion } from '../matching/matched-version.js';
import { RequestDecisions } from '../expressions/request-decisions.js';
import { StepWork } from '../matching/step-work.js';
import { PauseAfterWork } from '../pause-after-work.js';
import { Reinvocation } from '../reinvocation.js';
import { matchObjects, type Invocation, type MatchProgress } from './invocation.js';
import { unsupportedPatch } from './call-webhook.js';
import { measuredCall } from './measured-call.js';
import { operationsOf, patchedObject } from './patched-object.js';
import { ReviewObjects } from './review-objects.js';
import type { ReviewResponse } from './review-response.js';
import type { RegisteredWebhook } from './registered-webhook.js';
import { invocationsOf, isMatched, webhooksOf, type WebhookDependencies } from './webhook-dependencies.js';

const NAME = 'MutatingAdmissionWebhook';

/** Calls of one request, which the second round continues. */
interface Round {
  readonly number: 0 | 1;
  readonly reinvocation: Reinvocation<RegisteredWebhook>;
}

/**
 * Calls the webhooks of MutatingWebhookConfigurations one after the other, each with the object as the one before left it. When one of them
 * changed the object, all mutating plugins run a second time, and the webhooks that ask for it and were called before the change are called
 * again (B-245).
 */
export const mutatingWebhooks = (dependencies: WebhookDependencies): AdmissionPlugin => ({
  name: NAME,
  connects: true,
  handles: (attributes) => isMatched(attributes, dependencies),
  waitsFor: (scope) => webhooksOf(scope, dependencies),
  mutate: async (attributes, rounds) => {
    const number = rounds?.isSecond ? 1 : 0;
    const reinvocation = rounds?.memo(NAME, newReinvocation) ?? newReinvocation();
    const before = attributes.object!;
    if (number === 1 && reinvocation.isChangedSince(before)) reinvocation.changed();
    const after = await callAll(attributes, { number, reinvocation }, dependencies, () => rounds?.again());
    reinvocation.ended(after);
    return after;
  },
  validate: async (attributes) => {
    // A delete has nothing to change, but its webhooks are called.
    if (attributes.operation === 'DELETE')
      await callAll(attributes, { number: 0, reinvocation: newReinvocation() }, dependencies, () => undefined);
  },
});

const newReinvocation = (): Reinvocation<RegisteredWebhook> => new Reinvocation();

async function callAll(
  attributes: AdmissionAttributes,
  { number, reinvocation }: Round,
  dependencies: WebhookDependencies,
  again: () => void,
): Promise<ApiObject> {
  let current = attributes;
  const inSteps = <T>(work: Generator<Pause, T>): T | Promise<T> =>
    atOnceOrInTurns(work, () => ({ flow: flowOf(attributes.user) }));
  const objects = new ReviewObjects(() => flowOf(attributes.user));
  const progress: MatchProgress = {
    work: new StepWork(),
    pause: new PauseAfterWork(),
    decisions: new RequestDecisions(dependencies),
    type: 'admit',
  };
  for (const found of await inSteps(invocationsOf(attributes, dependencies, progress.work))) {
    const { registered } = found;
    const invocation = await inSteps(matchObjects(found, current, dependencies, progress));
    if (!invocation || (number === 1 && !reinvocation.isDue(registered))) continue;
    const object = await callOne(invocation, current, { objects, round: number }, dependencies);
    if (object !== current.object) {
      reinvocation.changed();
      again();
      current = { ...current, object };
    }
    reinvocation.finished(registered, registered.isReinvocable);
  }
  return current.object!;
}

/** The object after the call; the same one when the webhook changed nothing. Each call is noted in the audit event (B-297). */
async function callOne(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  { objects, round }: { readonly objects: ReviewObjects; readonly round: Round['number'] },
  dependencies: WebhookDependencies,
): Promise<ApiObject | undefined> {
  const { registered, order: index } = invocation;
  const { object } = attributes;
  const named = { configuration: registered.configuration, webhook: registered.name };
  const keyOf = (what: string): string =>
    `${what}.webhook.${dependencies.vocabulary.groups.admission}/round_${round}_index_${index}`;
  let patched = object;
  const apply = async ({ patch: sent }: ReviewResponse): Promise<void> => {
    const patch = sent && operationsOf(sent);
    if (patch === undefined || patch.length === 0) return;
    if (sent?.type !== 'JSONPatch') throw unsupportedPatch(registered.name, sent?.type);
    const steps = withPatch(attributes, invocation, patch);
    patched = await atOnceOrInTurns(steps, () => ({ flow: flowOf(attributes.user) }));
    // The patch may hold parts of a Secret, as request bodies do (B-301).
    attributes.annotate(keyOf('patch'), JSON.stringify({ ...named, patch, patchType: sent.type }), 'Request');
  };
  const startedMs = performance.now();
  try {
    await measuredCall(invocation, attributes, { objects, type: 'admit', round, index }, dependencies, apply);
    return patched;
  } finally {
    attributes.waited?.(performance.now() - startedMs);
    attributes.annotate(keyOf('mutation'), JSON.stringify({ ...named, mutated: patched !== object }));
  }
}

/** @throws ApiError InternalError for a patch without an object, or one that cannot be applied. */
function* withPatch(
  { object, definition, subresource, operation }: AdmissionAttributes,
  { equivalent, registered }: Invocation,
  patch: readonly unknown[],
): Generator<undefined, ApiObject> {
  if (!object)
    throw internalError(
      `admission webhook ${JSON.stringify(registered.name)} attempted to modify the object, which is not supported for this operation`,
    );
  const sent = inMatchedVersion(object, { equivalent })!;
  const at =
    operation === 'CONNECT'
      ? undefined
      : { definition: equivalent?.definition ?? definition, subresource, isDecoded: !equivalent };
  const patched = yield* patchedObject(at, sent, patch);
  if (patched === sent) return object;
  return equivalent ? equivalent.restore(patched) : patched;
}
