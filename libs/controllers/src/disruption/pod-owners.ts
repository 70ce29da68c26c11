import type { OwnerReference } from '@orch/apimachinery';
import { isPossibleName } from '../shared/possible-name.js';
import type { Pod } from './budget.js';

/** A controller of pods. */
export interface PodOwner {
  /** Undefined: none can have such a name, kind or uid. */
  readonly reference: OwnerReference | undefined;
  /** Name of one of its pods. */
  readonly pod: string;
  /** Equal for equal owners. */
  readonly text: string;
  /** Number of its pods that are not being deleted. */
  readonly pods: number;
  /** Another text after each creation, change and deletion of one of its pods. */
  readonly state: string;
}

type Controller = Pick<PodOwner, 'reference' | 'text'>;

/** Pods may have megabytes of references. */
const controllers = new WeakMap<Pod, { readonly controller: Controller | undefined }>();
const IMPOSSIBLE: Controller = { reference: undefined, text: '' };

/**
 * The controllers of pods, each uid once, in steps.
 * @param inNamespace all pods of the namespace: budgets that cover other pods of an owner see the same state.
 */
export function* podOwners(
  covered: readonly Pod[],
  inNamespace: readonly Pod[],
): Generator<undefined, readonly PodOwner[]> {
  const states = new Map<string, { all: number; pods: number; newest: number }>();
  for (const pod of inNamespace) {
    const controller = controllerOf(pod);
    if (controller) {
      const { all, pods, newest } = states.get(controller.text) ?? { all: 0, pods: 0, newest: 0 };
      states.set(controller.text, {
        all: all + 1,
        pods: pods + (pod.metadata.deletionTimestamp === undefined ? 1 : 0),
        newest: Math.max(newest, Number(pod.metadata.resourceVersion)),
      });
    }
    yield;
  }
  const owners = new Map<string, PodOwner>();
  for (const pod of covered) {
    const controller = controllerOf(pod);
    const uid = controller?.reference?.uid ?? '';
    if (controller && !owners.has(uid)) {
      const { all, pods, newest } = states.get(controller.text)!;
      owners.set(uid, { ...controller, pod: pod.metadata.name ?? '', pods, state: `${all} ${newest}` });
    }
    yield;
  }
  return [...owners.values()];
}

function controllerOf(pod: Pod): Controller | undefined {
  let known = controllers.get(pod);
  if (!known) {
    const reference = pod.metadata.ownerReferences?.find(({ controller }) => controller);
    controllers.set(pod, (known = { controller: reference && controllerAt(reference) }));
  }
  return known.controller;
}

/** An owner is also its name: with a foreign uid it has no scale. */
function controllerAt(reference: OwnerReference): Controller {
  const { apiVersion, kind, name, uid } = reference;
  const parts = [apiVersion, kind, name, uid];
  return parts.every(isPossibleName) ? { reference, text: JSON.stringify(parts) } : IMPOSSIBLE;
}
