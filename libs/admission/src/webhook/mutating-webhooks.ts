import { encodeJsonSteps, WorkLimitError, type ApiObject } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf, type Pause } from '@orch/http';
import type { AdmissionAttributes } from '@orch/registry';
import type { AdmissionPlugin, MutationRounds } from '../admission-plugin.js';
import { internalError } from '../internal-error.js';
import { inMatchedVersion } from '../matching/matched-version.js';
import { RequestValues } from '../expressions/admission-values.js';
import { StepWork } from '../matching/step-work.js';
import { PauseAfterWork } from '../pause-after-work.js';
import { Reinvocation } from '../reinvocation.js';
import { matchAtOnce, matchObjects, type Invocation, type MatchProgress } from './invocation.js';
import { unsupportedPatch } from './call-webhook.js';
import { measuredCall } from './measured-call.js';
import { operationsOf, patchedObject } from './patched-object.js';
import { ReviewObjects } from './review-objects.js';
import type { ReviewResponse, WebhookPatch } from './review-response.js';
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
  mutate: (attributes, rounds) => {
    const found = find(attributes, dependencies);
    // Synchronous where selectors exclude all: a promise costs microseconds. Without calls there is nothing to continue in a second round.
    if (!(found instanceof Promise) && found.invocations.length === 0) return attributes.object!;
    return mutated(attributes, found, rounds, dependencies);
  },
  validate: (attributes) => {
    // A delete has nothing to change, but its webhooks are called.
    if (attributes.operation !== 'DELETE') return undefined;
    const found = find(attributes, dependencies);
    if (!(found instanceof Promise) && found.invocations.length === 0) return undefined;
    const round: Round = { number: 0, reinvocation: newReinvocation() };
    return callAll(attributes, found, round, dependencies, () => undefined).then(() => undefined);
  },
});

const newReinvocation = (): Reinvocation<RegisteredWebhook> => new Reinvocation();

/** The webhooks whose rules match a write, from the first on whose selectors match it. */
interface Found {
  readonly invocations: readonly Invocation[];
  readonly progress: MatchProgress;
}

const find = (attributes: AdmissionAttributes, dependencies: WebhookDependencies): Found | Promise<Found> =>
  inSteps(findInSteps(attributes, dependencies), attributes);

function* findInSteps(attributes: AdmissionAttributes, dependencies: WebhookDependencies): Generator<undefined, Found> {
  const progress: MatchProgress = {
    work: new StepWork(),
    pause: new PauseAfterWork(),
    values: new RequestValues(dependencies),
    type: 'admit',
  };
  const { reader } = dependencies;
  const { work } = progress;
  const ofRules = yield* invocationsOf(attributes, dependencies, work);
  let first = 0;
  for (const { registered } of ofRules) {
    const { selectors } = registered;
    const known = selectors.matchAtOnce(attributes, reader, work);
    if (known ?? (yield* selectors.match(attributes, reader, work))) break;
    first++;
  }
  return { invocations: first < ofRules.length ? ofRules.slice(first) : NONE, progress };
}

const NONE: readonly Invocation[] = [];

const inSteps = <T>(work: Generator<Pause, T>, { user }: AdmissionAttributes): T | Promise<T> =>
  atOnceOrInTurns(work, () => ({ flow: flowOf(user) }));

async function mutated(
  attributes: AdmissionAttributes,
  found: Found | Promise<Found>,
  rounds: MutationRounds | undefined,
  dependencies: WebhookDependencies,
): Promise<ApiObject> {
  const number = rounds?.isSecond ? 1 : 0;
  const reinvocation = rounds?.memo(NAME, newReinvocation) ?? newReinvocation();
  const before = attributes.object!;
  if (number === 1 && reinvocation.isChangedSince(before)) reinvocation.changed();
  const after = await callAll(attributes, found, { number, reinvocation }, dependencies, () => rounds?.again());
  reinvocation.ended(after);
  return after;
}

async function callAll(
  attributes: AdmissionAttributes,
  found: Found | Promise<Found>,
  { number, reinvocation }: Round,
  dependencies: WebhookDependencies,
  again: () => void,
): Promise<ApiObject> {
  let current = attributes;
  const objects = new ReviewObjects(() => flowOf(attributes.user));
  const { invocations, progress } = await found;
  for (const candidate of invocations) {
    const { registered } = candidate;
    attributes.assertOpen?.();
    let invocation = matchAtOnce(candidate, current, dependencies, progress);
    if (invocation === 'in steps')
      invocation = await inSteps(matchObjects(candidate, current, dependencies, progress), current);
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
    if (!sent) return;
    // What it adds takes many times as long to write: the write is abandoned before it is read.
    attributes.limit?.spendJson(sent.json);
    const applied = await inSteps(applyPatch(attributes, invocation, sent, named), attributes);
    if (!applied) return;
    patched = applied.object;
    // The patch may hold parts of a Secret, as request bodies do (B-301).
    attributes.annotate(keyOf('patch'), applied.annotation, 'Request');
  };
  const note = (): void =>
    attributes.annotate(keyOf('mutation'), JSON.stringify({ ...named, mutated: patched !== object }));
  const startedMs = performance.now();
  try {
    await measuredCall(invocation, attributes, { objects, type: 'admit', round, index }, dependencies, apply);
  } catch (error) {
    if (!(error instanceof WorkLimitError)) note();
    throw error;
  } finally {
    attributes.waited?.(performance.now() - startedMs);
  }
  note();
  return patched;
}

/** Size of a patch whose annotation is encoded in one step. Unit: bytes. */
const SHORT_PATCH_BYTES = 64 * 1_024;

/**
 * The patched object, and the annotation of the patch; undefined when there are no operations.
 * @throws ApiError InternalError for a patch without an object, or one that cannot be applied; CallFailed.
 */
function* applyPatch(
  attributes: AdmissionAttributes,
  invocation: Invocation,
  sent: WebhookPatch,
  named: object,
): Generator<undefined, { readonly object: ApiObject; readonly annotation: string } | undefined> {
  const patch = yield* operationsOf(sent);
  const { json, type: patchType } = sent;
  if (patch.length === 0) return undefined;
  if (patchType !== 'JSONPatch') throw unsupportedPatch(invocation.registered.name, patchType);
  const object = yield* withPatch(attributes, invocation, patch);
  const noted = { ...named, patch, patchType };
  if (json.length < SHORT_PATCH_BYTES) return { object, annotation: JSON.stringify(noted) };
  yield;
  return { object, annotation: (yield* encodeJsonSteps(noted)).toString('utf8') };
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
