import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { ApiError, formatMicroTime, type ApiObject, type Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { Observable } from 'rxjs';
import type { LoopbackClient } from '@orch/registry';
import { addressText, inOrder, parseAddress, type ServerAddress } from './server-address.js';

/** How often a server says that it lives. */
export const RENEW_MS = 10_000;
/** What a Lease says of itself: after so long without a renewal it is over. */
const LEASE_SECONDS = 30;
/** Turns of this server in which a Lease was not renewed, after which it is over. The last may have come just before the first of them. */
const MISSED_TURNS = (LEASE_SECONDS * 1_000) / RENEW_MS;
/** Digits of the name. Two servers of one store hardly have the same. */
const NAME_DIGITS = 26;

/** What the leases of servers need. */
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
 * The Leases by which servers of one store know of each other (decision 041). Which servers live is what stands in the store and nothing else:
 * a Lease that was not renewed is deleted first, and then all see the same.
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

  /** Takes the Lease and goes on renewing it. That it cannot be taken now (a full memory) is said, and tried again each turn. */
  async begin(): Promise<void> {
    await this.attempt(() => this.renew());
    this.parts.writes
      .deletionsOf(this.resource, this.namespace, this.name)
      .subscribe(() => void this.attempt(() => this.renew()));
    this.schedule();
  }

  /** Addresses of all servers that live, in order. */
  live(): ServerAddress[] {
    const { addressAnnotation } = this.parts.vocabulary.apiServerLease;
    const others = this.others().flatMap(
      ({ metadata }) => parseAddress(metadata.annotations?.[addressAnnotation] ?? '') ?? [],
    );
    return inOrder(this.isLeaving ? others : [this.address, ...others]);
  }

  /** Each change of any of the Leases: then `live` may say something else. Ends with the registry. */
  get changes(): Observable<unknown> {
    const { writes } = this.parts;
    return writes.changesOf(this.resource);
  }

  /** Resolves when the turn that runs is over. */
  settled(): Promise<void> {
    return this.turn;
  }

  /** This server stops: its Lease goes. Never rejects: what fails is logged. */
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

  /** A server that cannot renew its own does not count what others miss: they cannot either. */
  private async takeTurn(): Promise<void> {
    await this.renew();
    await this.removeExpired();
  }

  /** Says that this server lives, also where its Lease is gone. @throws ApiError. */
  async renew(): Promise<void> {
    if (this.isLeaving) return;
    const { writes } = this.parts;
    const lease = this.lease();
    if (!writes.read(this.resource, this.namespace, this.name)) {
      await writes.createIfAbsent(this.resource, this.namespace, lease);
    }
    // What a server of this name and address left behind is ours as well.
    await writes.change(this.resource, this.namespace, this.name, (old) => this.renewed(old, lease));
  }

  private renewed(old: ApiObject, lease: ApiObject): ApiObject {
    const standing = old['spec'] as LeaseSpec | undefined;
    const spec = lease['spec'] as LeaseSpec;
    const isOurs = standing?.holderIdentity === this.holder;
    const { labels, annotations } = lease.metadata;
    return {
      ...old,
      metadata: {
        ...old.metadata,
        labels: { ...old.metadata.labels, ...labels },
        annotations: { ...old.metadata.annotations, ...annotations },
      },
      spec: { ...spec, ...(isOurs && standing.acquireTime ? { acquireTime: standing.acquireTime } : {}) },
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
    const standing = new Set<string>();
    for (const { metadata } of this.others()) {
      const { name = '', resourceVersion } = metadata;
      standing.add(name);
      const before = this.seen.get(name);
      const missed = before?.resourceVersion === resourceVersion ? before!.missed + 1 : 0;
      this.seen.set(name, { resourceVersion, missed });
      if (missed <= MISSED_TURNS) continue;
      log.info('an API server renewed its Lease no more and is taken out', { lease: name });
      // Only this version: one that was renewed meanwhile stays. Whoever else is alive does the same.
      await writes.remove(this.resource, this.namespace, name, resourceVersion);
    }
    for (const name of this.seen.keys()) if (!standing.has(name)) this.seen.delete(name);
  }

  private others(): ApiObject[] {
    const { writes, vocabulary } = this.parts;
    const leases = [...writes.readAll(this.resource, this.namespace)];
    return leases.filter((lease) => lease.metadata.name !== this.name && isOfServer(lease, vocabulary));
  }

  /** Never rejects. The next turn tries again; that the store does not take it is said once, what is a bug each time. */
  private async attempt(act: () => Promise<void>): Promise<void> {
    const text = 'the Lease of this server could not be kept';
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

/** For a server that has its store for itself: Leases that stand there came with the store from a place that several servers shared. */
export async function removeServerLeases({ writes, vocabulary, log }: LeaseParts): Promise<void> {
  const resource = leasesOf(vocabulary);
  const { system } = vocabulary.namespaces;
  const left = [...writes.readAll(resource, system)].filter((lease) => isOfServer(lease, vocabulary));
  try {
    for (const { metadata } of left) await writes.remove(resource, system, metadata.name!);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.warn('the Leases of servers that are gone could not be deleted', { error });
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

/** The same after a restart at the same place, so that a server that crashed does not stand beside itself. */
function nameOf(host: string, address: ServerAddress): string {
  const digest = createHash('sha256')
    .update(`${host} ${addressText(address)}`)
    .digest('hex');
  return `apiserver-${digest.slice(0, NAME_DIGITS)}`;
}

/** Names of machines may be longer than a label, which must end with a letter or digit. */
const labelValue = (host: string): string => host.slice(0, 63).replace(/[^A-Za-z0-9]+$/, '');
