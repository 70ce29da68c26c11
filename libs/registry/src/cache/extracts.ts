import type { ApiError } from '@orch/apimachinery';
import type { Extract } from '../keys/object-reader.js';
import { isDamaged } from './damaged-entry.js';
import type { Entry } from './entry.js';

/** Bytes that are searched in one step, some milliseconds. */
const STEP_BYTES = 4 * 1_024 * 1_024;

/** The extracts of entries, each made once: entries are immutable. Kept as long as the entry. */
export class Extracts {
  private readonly byFunction = new WeakMap<Extract<object>, WeakMap<Entry, object>>();

  /**
   * Of all entries, in their order and in steps: known ones take none.
   * @param onDamaged takes the error of a damaged entry, which is left out. Default: it is thrown.
   */
  *of<T extends object>(
    entries: readonly Entry[],
    extract: Extract<T>,
    onDamaged?: (error: ApiError) => void,
  ): Generator<undefined, readonly T[]> {
    const known = this.knownOf(extract);
    const extracts: T[] = [];
    let bytes = 0;
    for (const entry of entries) {
      if (onDamaged && isDamaged(entry)) {
        onDamaged(entry.error);
        continue;
      }
      let one = known.get(entry);
      if (!one) {
        if ((bytes += entry.length) > STEP_BYTES) {
          yield;
          bytes = entry.length;
        }
        known.set(entry, (one = extract(entry.bytes)));
      }
      extracts.push(one);
    }
    return extracts;
  }

  private knownOf<T extends object>(extract: Extract<T>): WeakMap<Entry, T> {
    let known = this.byFunction.get(extract);
    if (!known) this.byFunction.set(extract, (known = new WeakMap()));
    return known as WeakMap<Entry, T>;
  }
}
