import { ApiError } from '@orch/apimachinery';
import { keyOf, type HasMetadata, type ResourceClient } from '@orch/client';
import { DONE, type Result } from '../reconcile/result.js';

/** Cleans up resources of an object. Retried until it resolves, so it must be idempotent. */
export type Cleanup<T> = (object: T, signal: AbortSignal) => Promise<void | { readonly requeueAfterMs: number }>;

/** Immediate retries after a conflict, before the work queue takes over. */
const ATTEMPTS = 5;

/** One controller's own entry in `metadata.finalizers`. It touches no other entry. */
export class Finalizer<T extends HasMetadata> {
  constructor(
    private readonly resource: ResourceClient<T>,
    readonly entry: string,
    private readonly cleanup: Cleanup<T>,
  ) {}

  has(object: T): boolean {
    return object.metadata.finalizers?.includes(this.entry) ?? false;
  }

  /** Adds the finalizer to an object that lacks it and is not being deleted. Returns the updated object. */
  async ensure(object: T, signal?: AbortSignal): Promise<T> {
    return (
      (await this.change(object, signal, (current, finalizers) =>
        current.metadata.deletionTimestamp !== undefined || finalizers.includes(this.entry)
          ? undefined
          : [...finalizers, this.entry],
      )) ?? object
    );
  }

  /** For a terminating object with the finalizer: cleans up, then removes the finalizer. Otherwise does nothing. */
  async run(object: T, signal: AbortSignal): Promise<Result> {
    if (object.metadata.deletionTimestamp === undefined || !this.has(object)) return DONE;
    const notYet = await this.cleanup(object, signal);
    if (notYet) return notYet;
    signal.throwIfAborted();
    await this.remove(object, signal);
    return DONE;
  }

  /** Removes the finalizer; the object may be deleted already. */
  async remove(object: T, signal?: AbortSignal): Promise<void> {
    await this.change(object, signal, (_current, finalizers) =>
      finalizers.includes(this.entry) ? finalizers.filter((entry) => entry !== this.entry) : undefined,
    );
  }

  /**
   * Writes the list that `plan` returns; the patch has the resourceVersion of its input, so that an entry
   * another controller adds meanwhile is not lost. Undefined: the object was deleted, or recreated under its name.
   */
  private async change(
    object: T,
    signal: AbortSignal | undefined,
    plan: (current: T, finalizers: readonly string[]) => readonly string[] | undefined,
  ): Promise<T | undefined> {
    const key = keyOf(object);
    const options = signal ? { signal } : {};
    let current: T | undefined = object;
    for (let attempt = 1; current && current.metadata.uid === object.metadata.uid; attempt++) {
      const { resourceVersion, uid, finalizers = [] }: HasMetadata['metadata'] = current.metadata;
      const planned = plan(current, finalizers);
      if (!planned) return current;
      try {
        const body = { metadata: { resourceVersion, uid, finalizers: planned.length === 0 ? null : planned } };
        return await this.resource.patch(key, 'merge', body, options);
      } catch (err) {
        if (!(err instanceof ApiError)) throw err;
        if (err.reason === 'NotFound') return undefined;
        if (err.reason !== 'Conflict' || attempt === ATTEMPTS) throw err;
        current = await this.resource.find(key, options);
      }
    }
    return undefined;
  }
}
