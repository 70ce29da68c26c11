import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { merge, NEVER, type Observable } from 'rxjs';
import type { ServerAddress } from './server-address.js';
import { isFurtherSlice, ownEndpoints, ownService, type OwnObject } from './own-service-objects.js';
import type { LoopbackClient } from '@orch/registry';

/** Addresses of the servers of this store. */
export interface OwnAddresses {
  /** First address of the service range; used when the service is created. */
  readonly clusterIp: string;
  /** Live servers: one, unless several servers share the store. */
  readonly live: () => readonly ServerAddress[];
  /** Emits when `live` may have changed. Ends with the registry. */
  readonly changes?: Observable<unknown>;
}

/** Dependencies of the service maintenance. */
export interface OwnServiceParts {
  readonly writes: LoopbackClient;
  readonly vocabulary: Vocabulary;
  readonly log: Logger;
}

/**
 * Maintains the service by which pods reach the servers, with its endpoints: created when missing or deleted, pointed
 * to the live servers. A failure is logged and does not stop the server, since the service is not needed to reach it.
 * Ends with the registry.
 */
export class OwnService {
  private turn: Promise<void> | undefined;
  private pending = false;

  constructor(
    private readonly parts: OwnServiceParts,
    private readonly addresses: OwnAddresses,
  ) {}

  /** Creates it, and maintains it from here on. */
  async begin(): Promise<void> {
    const { writes, vocabulary } = this.parts;
    await this.keep();
    const deletions = this.wanted().map(({ resource, object }) =>
      writes.deletionsOf(resource, vocabulary.namespaces.default, object.metadata.name!),
    );
    merge(...deletions, this.addresses.changes ?? NEVER).subscribe(() => void this.keep());
  }

  /**
   * Creates or updates it. One run at a time: later changes are processed by the next run. Never rejects: failures are
   * logged.
   */
  keep(): Promise<void> {
    this.pending = true;
    return (this.turn ??= this.run());
  }

  private async run(): Promise<void> {
    while (this.pending) {
      this.pending = false;
      await this.loggingErrors('services', () => this.ensureAll());
      await this.loggingErrors(this.slices, () => this.removeFurtherSlices());
    }
    this.turn = undefined;
  }

  private async ensureAll(): Promise<void> {
    await Promise.all(this.wanted().map((object) => this.loggingErrors(object.resource, () => this.ensure(object))));
  }

  private wanted(): OwnObject[] {
    const { vocabulary } = this.parts;
    const live = this.addresses.live();
    const service = live.length === 0 ? [] : [ownService(vocabulary, this.addresses.clusterIp, live)];
    return [...service, ...ownEndpoints(vocabulary, live)];
  }

  private async ensure({ resource, object }: OwnObject): Promise<void> {
    const { writes, vocabulary } = this.parts;
    const namespace = vocabulary.namespaces.default;
    const name = object.metadata.name!;
    if (!writes.read(resource, namespace, name)) return writes.createIfAbsent(resource, namespace, object);
    await writes.change(resource, namespace, name, (old) => {
      // Another server may have made a write that this one had not seen at the start of this run.
      const now = this.wanted().find((one) => one.resource === resource && one.object.metadata.name === name);
      return now ? pointedTo(old, now.object) : old;
    });
  }

  private get slices(): string {
    return `endpointslices.${this.parts.vocabulary.groups.discovery}`;
  }

  /** Removes slices of ports without servers. */
  private async removeFurtherSlices(): Promise<void> {
    const { writes, vocabulary } = this.parts;
    const namespace = vocabulary.namespaces.default;
    const wanted = new Set(this.wanted().map(({ object }) => object.metadata.name));
    for (const slice of writes.readAll(this.slices, namespace)) {
      const { name, resourceVersion } = slice.metadata;
      if (!isFurtherSlice(vocabulary, slice) || wanted.has(name)) continue;
      await writes.remove(this.slices, namespace, name!, resourceVersion);
    }
  }

  private async loggingErrors(resource: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      // An error that is not an ApiError is a bug, and is logged as error; it does not stop the server either.
      const level = error instanceof ApiError ? 'warn' : 'error';
      this.parts.log[level]('the service of the API servers could not be updated', { resource, error });
    }
  }
}

/**
 * The existing object, pointed to the addresses of `wanted`: a service keeps all fields but its port, endpoints are
 * replaced and keep other labels.
 */
function pointedTo(old: ApiObject, wanted: ApiObject): ApiObject {
  const { kind: _kind, apiVersion: _apiVersion, metadata, spec, ...content } = wanted;
  if (spec === undefined) {
    const labels = { ...old.metadata.labels, ...metadata.labels };
    return { ...old, metadata: { ...old.metadata, labels }, ...content } as ApiObject;
  }
  return { ...old, spec: { ...(old['spec'] as object), ports: (spec as { ports: unknown }).ports } } as ApiObject;
}
