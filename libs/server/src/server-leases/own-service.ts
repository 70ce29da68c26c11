import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { merge, NEVER, type Observable } from 'rxjs';
import type { ServerAddress } from './server-address.js';
import { isFurtherSlice, ownEndpoints, ownService, type OwnObject } from './own-service-objects.js';
import type { LoopbackClient } from '@orch/registry';

/** Where the servers of this store are reached. */
export interface OwnAddresses {
  /** First address of the range of services; taken only while the service is not there. */
  readonly clusterIp: string;
  /** Those that live now: one, unless several servers use the store. */
  readonly live: () => readonly ServerAddress[];
  /** Each time that `live` may have changed. Ends with the registry. */
  readonly changes?: Observable<unknown>;
}

/** What keeps the service works with. */
export interface OwnServiceParts {
  readonly writes: LoopbackClient;
  readonly vocabulary: Vocabulary;
  readonly log: Logger;
}

/**
 * Keeps the service by which pods call the servers, with its endpoints: made when missing, pointed to the servers that live, made anew when
 * somebody deletes it. That it cannot be made stops nobody: it is logged, and others reach the servers without it. Ends with the registry.
 */
export class OwnService {
  private turn: Promise<void> | undefined;
  private again = false;

  constructor(
    private readonly parts: OwnServiceParts,
    private readonly addresses: OwnAddresses,
  ) {}

  /** Makes it, and keeps it from here on. */
  async begin(): Promise<void> {
    const { writes, vocabulary } = this.parts;
    await this.keep();
    const deletions = this.wanted().map(({ resource, object }) =>
      writes.deletionsOf(resource, vocabulary.namespaces.default, object.metadata.name!),
    );
    merge(...deletions, this.addresses.changes ?? NEVER).subscribe(() => void this.keep());
  }

  /** Sets it right. One turn at a time: what changes meanwhile is looked at afterwards. Never rejects: what fails is logged. */
  keep(): Promise<void> {
    this.again = true;
    return (this.turn ??= this.takeTurns());
  }

  private async takeTurns(): Promise<void> {
    while (this.again) {
      this.again = false;
      await this.saying('services', () => this.ensureAll());
      await this.saying(this.slices, () => this.removeFurtherSlices());
    }
    this.turn = undefined;
  }

  private async ensureAll(): Promise<void> {
    await Promise.all(this.wanted().map((object) => this.saying(object.resource, () => this.ensure(object))));
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
      // Another server may have written meanwhile what this one did not know when it began.
      const now = this.wanted().find((one) => one.resource === resource && one.object.metadata.name === name);
      return now ? pointedTo(old, now.object) : old;
    });
  }

  private get slices(): string {
    return `endpointslices.${this.parts.vocabulary.groups.discovery}`;
  }

  /** Slices of ports on which no server listens any more. */
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

  private async saying(resource: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      // What is no answer of the store is a bug, and stops nobody either.
      const level = error instanceof ApiError ? 'warn' : 'error';
      this.parts.log[level]('the service of this server is not as it should be', { resource, error });
    }
  }
}

/** What stands, pointing where `wanted` does: a service keeps all but its port, endpoints are nothing but addresses. */
function pointedTo(old: ApiObject, wanted: ApiObject): ApiObject {
  const { kind: _kind, apiVersion: _apiVersion, metadata: _metadata, spec, ...content } = wanted;
  if (spec === undefined) return { ...old, ...content } as ApiObject;
  return { ...old, spec: { ...(old['spec'] as object), ports: (spec as { ports: unknown }).ports } } as ApiObject;
}
