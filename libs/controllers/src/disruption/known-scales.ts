import type { Clock, OwnerReference } from '@orch/apimachinery';
import type { Pod } from './budget.js';

/** Scale of an owner of pods: the uid of what is scaled, and how many pods it wants. Undefined: it has none. */
export type OwnerScale = { readonly uid: string; readonly replicas: number } | undefined;

/** Unit: milliseconds. Half of the interval of rechecks, each of which reads the scales again. */
const HOLDS_MS = 30_000;

interface Known {
  readonly pods: string;
  readonly sinceMs: number;
  readonly scales: Map<string, Promise<OwnerScale>>;
}

/**
 * Scales that the budgets of a namespace share while none of its pods changes: thousands of budgets may cover the same pods, whose owners each would read.
 */
export class KnownScales {
  private readonly namespaces = new Map<string, Known>();

  constructor(private readonly clock: Clock) {}

  /**
   * @param pods state of the pods of the namespace, from {@link stateOf}.
   * @returns reads the scale of an owner once. A read that fails is repeated by the next call.
   */
  in(namespace: string, pods: string): (owner: OwnerReference, read: () => Promise<OwnerScale>) => Promise<OwnerScale> {
    const { scales } = this.known(namespace, pods);
    return (owner, read) => {
      // An owner is also its name: with a foreign uid it has no scale.
      const text = JSON.stringify([owner.apiVersion, owner.kind, owner.name, owner.uid]);
      let scale = scales.get(text);
      if (!scale) {
        scale = read();
        scales.set(text, scale);
        scale.catch(() => scales.delete(text));
      }
      return scale;
    };
  }

  private known(namespace: string, pods: string): Known {
    const nowMs = this.clock.now();
    const known = this.namespaces.get(namespace);
    if (known?.pods === pods && nowMs - known.sinceMs < HOLDS_MS) return known;
    for (const [name, { sinceMs }] of this.namespaces) if (nowMs - sinceMs >= HOLDS_MS) this.namespaces.delete(name);
    const fresh = { pods, sinceMs: nowMs, scales: new Map<string, Promise<OwnerScale>>() };
    this.namespaces.set(namespace, fresh);
    return fresh;
  }
}

/** Another text after each creation, change and deletion of one of the pods. In steps. */
export function* stateOf(pods: readonly Pod[]): Generator<undefined, string> {
  let newest = 0;
  for (const { metadata } of pods) {
    newest = Math.max(newest, Number(metadata.resourceVersion));
    yield;
  }
  return `${pods.length} ${newest}`;
}
