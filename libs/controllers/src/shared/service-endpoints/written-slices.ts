import type { Clock } from '@orch/apimachinery';
import { keyText, type ObjectKey } from '@orch/client';
import type { Result } from '@orch/controller-kit';
import type { EndpointSlice } from './slice.js';

/** Recheck while the cache lacks own writes, whose events come before. */
export const STALE: Result = { requeueAfterMs: 1_000 };

/** Time after which a write that was never seen is dropped: the slice was deleted while nothing was watched. */
const LIMIT_MS = 30_000;

/** A write that the cache has not shown yet. */
interface Write {
  /** Undefined: a deletion. */
  readonly generation: number | undefined;
  readonly atMs: number;
}

/**
 * Writes of slices that a cache has not shown yet. The server names new slices, so a reconcile on an older state would create them again.
 */
export class WrittenSlices {
  /** By the owner of the slices, then by their uid. */
  private readonly writes = new Map<string, Map<string, Write>>();

  constructor(private readonly clock: Clock) {}

  /** @param slice as the server answered. */
  written(owner: ObjectKey, slice: EndpointSlice): void {
    this.put(owner, slice, slice.metadata.generation ?? 0);
  }

  deleted(owner: ObjectKey, slice: EndpointSlice): void {
    this.put(owner, slice, undefined);
  }

  /** Whether the cache lacks a write; those that it shows are dropped. @param cached all slices of the owner. */
  isStale(owner: ObjectKey, cached: readonly EndpointSlice[]): boolean {
    const writes = this.writes.get(keyText(owner));
    if (!writes) return false;
    const byUid = new Map(cached.map((slice) => [slice.metadata.uid, slice]));
    const sinceMs = this.clock.now() - LIMIT_MS;
    for (const [uid, write] of writes) if (isShown(write, byUid.get(uid)) || write.atMs < sinceMs) writes.delete(uid);
    if (writes.size === 0) this.forget(owner);
    return writes.size > 0;
  }

  forget(owner: ObjectKey): void {
    this.writes.delete(keyText(owner));
  }

  private put(owner: ObjectKey, { metadata: { uid = '' } }: EndpointSlice, generation: number | undefined): void {
    const text = keyText(owner);
    const writes = this.writes.get(text) ?? new Map<string, Write>();
    this.writes.set(text, writes.set(uid, { generation, atMs: this.clock.now() }));
  }
}

const isShown = ({ generation }: Write, cached: EndpointSlice | undefined): boolean =>
  generation === undefined ? cached === undefined : (cached?.metadata.generation ?? -1) >= generation;
