import { formatTime, parseTimeMs } from '@orch/apimachinery';
import { keyOf, keyText, type ObjectKey } from '@orch/client';
import { readyCondition, type Pod } from './pod.js';
import type { Service } from './service.js';

/** What was seen of a service. Unit of times: milliseconds. */
interface Seen {
  readonly serviceMs: number;
  /** When pods became ready or unready, by name. */
  readonly podsMs: ReadonlyMap<string, number>;
}

/**
 * When the oldest change occurred that an update of endpoints is for, so that clients can measure the delay. A change of an object that is
 * followed by another one before the update is not seen.
 */
export class TriggerTimes {
  private readonly services = new Map<string, Seen>();

  /**
   * Records what a reconcile sees, also when it changes nothing.
   * @returns RFC 3339; undefined when neither the service is new nor a pod became ready or unready since the last call. At the first
   * call it is the creation of the service.
   */
  observe(service: Service, selected: readonly Pod[]): string | undefined {
    const text = keyText(keyOf(service));
    const seen = this.services.get(text);
    const serviceMs = parseTimeMs(service.metadata.creationTimestamp ?? '') ?? 0;
    const podsMs = new Map(
      selected.flatMap((pod) => {
        const atMs = parseTimeMs(readyCondition(pod)?.lastTransitionTime ?? '');
        return atMs === undefined ? [] : [[pod.metadata.name!, atMs] as const];
      }),
    );
    this.services.set(text, { serviceMs, podsMs });
    const changedMs = seen ? changesSince(seen, serviceMs, podsMs) : [serviceMs];
    const firstMs = changedMs.reduce((first, ms) => Math.min(first, ms), Infinity);
    return firstMs > 0 && firstMs < Infinity ? formatTime(firstMs) : undefined;
  }

  forget(key: ObjectKey): void {
    this.services.delete(keyText(key));
  }
}

const changesSince = (seen: Seen, serviceMs: number, podsMs: ReadonlyMap<string, number>): number[] => [
  ...(serviceMs > seen.serviceMs ? [serviceMs] : []),
  ...[...podsMs].filter(([name, ms]) => ms > (seen.podsMs.get(name) ?? 0)).map(([, ms]) => ms),
];
