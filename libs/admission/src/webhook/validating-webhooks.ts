import { atOnceOrInTurns, flowOf, ownTurn, type Pause } from '@orch/http';
import type { AdmissionAttributes } from '@orch/registry';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { RequestValues } from '../expressions/admission-values.js';
import { StepWork } from '../matching/step-work.js';
import { PauseAfterWork } from '../pause-after-work.js';
import { callBounded } from './bounded-calls.js';
import { matchAtOnce, matchObjects, type Invocation, type MatchProgress } from './invocation.js';
import { measuredCall } from './measured-call.js';
import { ReviewObjects } from './review-objects.js';
import { invocationsOf, isMatched, webhooksOf, type WebhookDependencies } from './webhook-dependencies.js';

/**
 * Calls the webhooks of ValidatingWebhookConfigurations that match, many at once (B-188). One refusal refuses the request (B-189); of several the
 * first in call order is answered.
 */
export const validatingWebhooks = (dependencies: WebhookDependencies): AdmissionPlugin => ({
  name: 'ValidatingAdmissionWebhook',
  connects: true,
  handles: (attributes) => isMatched(attributes, dependencies),
  waitsFor: (scope) => webhooksOf(scope, dependencies),
  validate: (attributes) => {
    const work = matchingOf(attributes, dependencies);
    const matching = atOnceOrInTurns(work, () => ({ flow: flowOf(attributes.user) }));
    // Synchronous where selectors exclude all: a promise costs microseconds.
    if (matching instanceof Promise) return matching.then((found) => callAll(found, attributes, dependencies));
    return matching.length === 0 ? undefined : callAll(matching, attributes, dependencies);
  },
});

async function callAll(
  matching: readonly Invocation[],
  attributes: AdmissionAttributes,
  dependencies: WebhookDependencies,
): Promise<void> {
  const flow = flowOf(attributes.user);
  const pauses = { pause: new PauseAfterWork(), nextTurn: () => ownTurn({ flow }) };
  const objects = new ReviewObjects(() => flow);
  const startedMs = performance.now();
  await callBounded(matching, pauses, (invocation, index, waitedMs) => {
    const at = { objects, type: 'validating', round: 0, index, waitedMs } as const;
    return measuredCall(invocation, attributes, at, dependencies, () => undefined);
  }).finally(() => attributes.waited?.(performance.now() - startedMs));
}

function* matchingOf(
  attributes: AdmissionAttributes,
  dependencies: WebhookDependencies,
): Generator<Pause, readonly Invocation[]> {
  const progress: MatchProgress = {
    work: new StepWork(),
    pause: new PauseAfterWork(),
    values: new RequestValues(dependencies),
    type: 'validate',
  };
  const matching: Invocation[] = [];
  for (const found of yield* invocationsOf(attributes, dependencies, progress.work)) {
    let invocation = matchAtOnce(found, attributes, dependencies, progress);
    if (invocation === 'in steps') invocation = yield* matchObjects(found, attributes, dependencies, progress);
    if (invocation) matching.push(invocation);
  }
  return matching;
}
