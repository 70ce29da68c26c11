import type { Clock, OwnerReference } from '@orch/apimachinery';
import type { PodOwner } from './pod-owners.js';

/** Scale of an owner of pods: the uid of what is scaled, and how many pods it wants. Undefined: it has none. */
export type OwnerScale = { readonly uid: string; readonly replicas: number } | undefined;

/** A scale as it was read last. */
export interface KnownScale {
  readonly scale: OwnerScale;
  /** State of the pods of the owner before it was read. */
  readonly state: string;
  /** Unit: milliseconds. */
  readonly readMs: number;
}

/** Unit: milliseconds. Half of the interval of rechecks, each of which reads the scales again. */
const HOLDS_MS = 30_000;
/** What was not read again for so long is dropped: of an owner that is gone, or that no budget needs. Unit: milliseconds. */
const KEPT_MS = 600_000;

const NONE: KnownScale = { scale: undefined, state: '', readMs: 0 };

/**
 * Scales of owners, shared by budgets: thousands may cover the same pods. One is read again when a pod of its owner has changed, as no event reports that an owner was
 * scaled, and after a while.
 */
export class KnownScales {
  /** By namespace and owner, in the order of their reads. */
  private readonly known = new Map<string, KnownScale>();
  private readonly reading = new Map<string, Promise<void>>();

  constructor(private readonly clock: Clock) {}

  /** The scale as it was read last; undefined when it was never read. */
  get(namespace: string, owner: PodOwner): KnownScale | undefined {
    return owner.reference ? this.known.get(placeOf(namespace, owner)) : NONE;
  }

  /** Owners whose scales are to be read, the least recently read first. None when one is known to have no scale: no other can change the result. */
  toRead(namespace: string, owners: readonly PodOwner[]): readonly PodOwner[] {
    const nowMs = this.clock.now();
    const old: { readonly owner: PodOwner; readonly readMs: number }[] = [];
    for (const owner of owners) {
      const known = this.get(namespace, owner);
      // Negative: the clock was set back.
      const ageMs = nowMs - (known?.readMs ?? 0);
      const isCurrent = known === NONE || (known?.state === owner.state && ageMs >= 0 && ageMs < HOLDS_MS);
      if (isCurrent && !known.scale) return [];
      if (!isCurrent) old.push({ owner, readMs: known?.readMs ?? -1 });
    }
    return old.toSorted((a, b) => a.readMs - b.readMs).map(({ owner }) => owner);
  }

  /** Reads a scale. Concurrent calls for one owner share it. */
  read(namespace: string, owner: PodOwner, read: (owner: OwnerReference) => Promise<OwnerScale>): Promise<void> {
    const { reference } = owner;
    if (!reference) return Promise.resolve();
    const place = placeOf(namespace, owner);
    let reading = this.reading.get(place);
    if (!reading) {
      reading = this.readNow(place, owner, () => read(reference)).finally(() => this.reading.delete(place));
      this.reading.set(place, reading);
    }
    return reading;
  }

  private async readNow(place: string, { state }: PodOwner, read: () => Promise<OwnerScale>): Promise<void> {
    const scale = await read();
    const readMs = this.clock.now();
    this.known.delete(place);
    this.known.set(place, { scale, state, readMs });
    for (const [oldest, known] of this.known) {
      if (readMs - known.readMs < KEPT_MS) break;
      this.known.delete(oldest);
    }
  }
}

const placeOf = (namespace: string, { text }: PodOwner): string => `${namespace} ${text}`;
