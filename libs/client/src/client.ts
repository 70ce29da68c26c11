import type { GroupVersionKind, Status } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { HasMetadata } from './object/object-key.js';
import type { DeleteOptions, PatchOptions, WriteOptions } from './resource/call-options.js';
import type { ApplyBody, ResourceClient } from './resource/resource-client.js';
import type { ResourceLike, ResourceType } from './resource/resource-type.js';

const shell = (): never => {
  throw new Error('being written');
};

/** The public API client. One per process and user: it owns the connections and the discovery cache. */
export class Client {
  constructor(readonly vocabulary: Vocabulary) {}

  /** Calls on one resource. Costs nothing; no request is made. */
  resource<T extends HasMetadata>(resource: ResourceLike<T>): ResourceClient<T> {
    return shell() as never;
  }

  /**
   * The resource that serves a kind, from discovery, remembered. A kind not found is looked up anew, at most every
   * 10 s. @throws ApiError NotFound when no resource serves it.
   */
  restMapping(gvk: GroupVersionKind): Promise<ResourceType> {
    return shell();
  }

  /** The calls below act on an object by its own apiVersion and kind. */
  create<T extends HasMetadata>(object: T, options?: WriteOptions): Promise<T> {
    return shell();
  }

  createIfAbsent<T extends HasMetadata>(object: T, options?: WriteOptions): Promise<T | undefined> {
    return shell();
  }

  replace<T extends HasMetadata>(object: T, options?: WriteOptions): Promise<T> {
    return shell();
  }

  apply<T extends HasMetadata>(object: ApplyBody<T>, options: PatchOptions & { fieldManager: string }): Promise<T> {
    return shell();
  }

  applyStatus<T extends HasMetadata>(
    object: ApplyBody<T>,
    options: PatchOptions & { fieldManager: string },
  ): Promise<T> {
    return shell();
  }

  delete<T extends HasMetadata>(object: T, options?: DeleteOptions): Promise<T | Status> {
    return shell();
  }

  /** Ends watches and connections. */
  close(): Promise<void> {
    return shell();
  }
}
