import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { ApiError, formatMicroTime, type ApiObject, type Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { Observable } from 'rxjs';
import type { LoopbackClient } from '@orch/registry';
import { addressText, inOrder, parseAddress, type ServerAddress } from './server-address.js';

/** Renewal interval of the server's Lease. */
export const RENEW_MS = 10_000;
/** Duration of the Lease: it expires after this time without a renewal. */
const LEASE_SECONDS = 30;
/**
 * A Lease has expired when it was not renewed during this number of own renewals. The last renewal may have come just
 * before the first of them.
 */
const MISSED_TURNS = (LEASE_SECONDS * 1_000) / RENEW_MS;
/** Digits of the name. Collisions between servers of one store are unlikely. */
const NAME_DIGITS = 26;

/** Dependencies of the server leases. */
export interface LeaseParts {
  readonly writes: LoopbackClient;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Seen {
  readonly resourceVersion: string | undefined;
  readonly missed: number;
}

/**
 * Leases by which servers of one store find each other (decision 041). The live servers are exactly the stored Leases:
 * an expired Lease is deleted, so that all servers have the same list.
 */
export class ServerLeases {
  private readonly resource: string;
  private readonly namespace: string;
  private readonly name: string;
  private readonly holder: string;
  private readonly seen = new Map<string, Seen>();
  private cancelTimer: (() => void) | undefined;
  private isLeaving = false;
  private isFailing = false;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: LeaseParts,
    private readonly address: ServerAddress,
  ) {
    const { vocabulary } = parts;
    this.resource = leasesOf(vocabulary);
    this.namespace = vocabulary.namespaces.system;
    this.name = nameOf(hostname(), address);
    this.holder = `${this.name}_${randomUUID()}`;
  }

  /**
   * Creates the Lease and renews it periodically. A failure (such as a full store) is logged, and retried at each
   * renewal.
   */
  async begin(): Promise<void> {
    await this.attempt(() => this.renew());
    this.parts.writes
      .deletionsOf(this.resource, this.namespace, this.name)
      .subscribe(() => void this.attempt(() => this.renew()));
    this.schedule();
  }

  /** Addresses of all live servers, sorted. */
  live(): ServerAddress[] {
    const { addressAnnotation } = this.parts.vocabulary.apiServerLease;
    const others = this.others().flatMap(
      ({ metadata }) => parseAddress(metadata.annotations?.[addressAnnotation] ?? '') ?? [],
    );
    return inOrder(this.isLeaving ? others : [this.address, ...others]);
  }

  /** Emits at each change of a Lease: `live` may have changed. Ends with the registry. */
  get changes(): Observable<unknown> {
    const { writes } = this.parts;
    return writes.changesOf(this.resource);
  }

  /** Resolves when the current run is complete. */
  settled(): Promise<void> {
    return this.turn;
  }

  /** Deletes the Lease before the server stops. Never rejects: failures are logged. */
  async leave(): Promise<void> {
    this.isLeaving = true;
    this.cancelTimer?.();
    await this.settled();
    await this.attempt(() => this.parts.writes.remove(this.resource, this.namespace, this.name));
  }

  private schedule(): void {
    if (this.isLeaving) return;
    this.cancelTimer = this.parts.clock.setTimer(() => {
      this.turn = this.attempt(() => this.takeTurn()).then(() => this.schedule());
    }, RENEW_MS);
  }

  /** A server that cannot renew its own Lease does not count missed renewals of others: they cannot renew either. */
  private async takeTurn(): Promise<void> {
    await this.renew();
    await this.removeExpired();
  }

  /** Renews the Lease, or creates it again. @throws ApiError. */
  async renew(): Promise<void> {
    if (this.isLeaving) return;
    const { writes } = this.parts;
    const lease = this.lease();
    if (!writes.read(this.resource, this.namespace, this.name)) {
      await writes.createIfAbsent(this.resource, this.namespace, lease);
    }
    // A Lease of an earlier process with this name and address is ours as well.
    await writes.change(this.resource, this.namespace, this.name, (old) => this.renewed(old, lease));
  }

  private renewed(old: ApiObject, lease: ApiObject): ApiObject {
    const current = old['spec'] as LeaseSpec | undefined;
    const spec = lease['spec'] as LeaseSpec;
    const isOurs = current?.holderIdentity === this.holder;
    const { labels, annotations } = lease.metadata;
    return {
      ...old,
      metadata: {
        ...old.metadata,
        labels: { ...old.metadata.labels, ...labels },
        annotations: { ...old.metadata.annotations, ...annotations },
      },
      spec: { ...spec, ...(isOurs && current.acquireTime ? { acquireTime: current.acquireTime } : {}) },
    } as ApiObject;
  }

  private lease(): ApiObject {
    const { vocabulary, clock } = this.parts;
    const { label, component, addressAnnotation } = vocabulary.apiServerLease;
    const now = formatMicroTime(clock.now());
    const spec: LeaseSpec = {
      holderIdentity: this.holder,
      leaseDurationSeconds: LEASE_SECONDS,
      acquireTime: now,
      renewTime: now,
    };
    return {
      apiVersion: `${vocabulary.groups.coordination}/v1`,
      kind: 'Lease',
      metadata: {
        name: this.name,
        labels: { [label]: component, [vocabulary.labels.hostname]: labelValue(hostname()) },
        annotations: { [addressAnnotation]: addressText(this.address) },
      },
      spec,
    } as ApiObject;
  }

  private async removeExpired(): Promise<void> {
    const { writes, log } = this.parts;
    const current = new Set<string>();
    for (const { metadata } of this.others()) {
      const { name = '', resourceVersion } = metadata;
      current.add(name);
      const before = this.seen.get(name);
      const missed = before?.resourceVersion === resourceVersion ? before!.missed + 1 : 0;
      this.seen.set(name, { resourceVersion, missed });
      if (missed <= MISSED_TURNS) continue;
      log.info('server lease expired, removing the server from the endpoints', { lease: name });
      // With a precondition: a Lease renewed meanwhile is kept. Other live servers do the same.
      await writes.remove(this.resource, this.namespace, name, resourceVersion);
    }
    for (const name of this.seen.keys()) if (!current.has(name)) this.seen.delete(name);
  }

  private others(): ApiObject[] {
    const { writes, vocabulary } = this.parts;
    const leases = [...writes.readAll(this.resource, this.namespace)];
    return leases.filter((lease) => lease.metadata.name !== this.name && isOfServer(lease, vocabulary));
  }

  /** Never rejects. The next run retries; a failure of the store is logged once, a bug each time. */
  private async attempt(act: () => Promise<void>): Promise<void> {
    const text = 'server lease could not be renewed';
    try {
      await act();
      this.isFailing = false;
    } catch (error) {
      if (!(error instanceof ApiError)) return this.parts.log.error(text, { error });
      if (!this.isFailing) this.parts.log.warn(text, { error });
      this.isFailing = true;
    }
  }
}

/** For an embedded store: Leases in it were copied from a store that several servers shared. */
export async function removeServerLeases({ writes, vocabulary, log }: LeaseParts): Promise<void> {
  const resource = leasesOf(vocabulary);
  const { system } = vocabulary.namespaces;
  const left = [...writes.readAll(resource, system)].filter((lease) => isOfServer(lease, vocabulary));
  try {
    for (const { metadata } of left) await writes.remove(resource, system, metadata.name!);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.warn('stale server leases could not be deleted', { error });
  }
}

const leasesOf = (vocabulary: Vocabulary): string => `leases.${vocabulary.groups.coordination}`;

const isOfServer = ({ metadata }: ApiObject, { apiServerLease }: Vocabulary): boolean =>
  metadata.labels?.[apiServerLease.label] !== undefined;

interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
}

/** The same after a restart with the same address, so that a crashed server does not appear twice. */
function nameOf(host: string, address: ServerAddress): string {
  const digest = createHash('sha256')
    .update(`${host} ${addressText(address)}`)
    .digest('hex');
  return `apiserver-${digest.slice(0, NAME_DIGITS)}`;
}

/** Host names may be longer than a label, which must end with a letter or digit. */
const labelValue = (host: string): string => host.slice(0, 63).replace(/[^A-Za-z0-9]+$/, '');
