import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ResourceDefinition } from '@orch/api';
import { sleep, type ApiObject, type Clock } from '@orch/apimachinery';
import { unlessDamaged, type LoopbackClient, type Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { localApiServices } from './local-api-service.js';

/** Changes within this time are made together: definitions are often created by the hundred. Unit: milliseconds. */
const GATHER_MS = 100;
const RETRY_MS = 5_000;
/** Writes that begin in one turn: 10 ms. There may be a thousand, of the versions of one definition. */
const TURN_WRITES = 32;

/** Dependencies of the objects. */
export interface LocalApiServicesParts {
  readonly registry: Registry;
  readonly client: LoopbackClient;
  readonly vocabulary: Vocabulary;
  /** Served built-in kinds. */
  readonly builtin: readonly ResourceDefinition[];
  /** Custom kinds that are served now. */
  readonly custom: () => readonly ResourceDefinition[];
  readonly clock: Clock;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly ended: AbortSignal;
}

/**
 * The APIServices of what this server serves itself: those of built-in kinds are put right when the server starts, those of custom resources
 * always. An APIService without the label of this server is left alone.
 */
export class LocalApiServices {
  private readonly resource: string;
  private readonly builtin: ReadonlyMap<string, ApiObject>;
  private isWaiting = false;
  private isStart = true;
  /** The last look: the next one begins after it, so that it sees what that has written. */
  private syncing: Promise<void> = Promise.resolve();
  /** Group versions of custom kinds at the last look. Undefined: an APIService has changed since. */
  private seen: string | undefined;

  constructor(private readonly parts: LocalApiServicesParts) {
    const { vocabulary, builtin } = parts;
    this.resource = `apiservices.${vocabulary.groups.apiregistration}`;
    this.builtin = localApiServices(builtin, vocabulary, 'onstart');
  }

  /** Keeps them from now on, in the background. */
  keep(): void {
    const { registry, vocabulary } = this.parts;
    const { apiextensions, apiregistration } = vocabulary.groups;
    registry
      .changesOf({ group: apiextensions, resource: 'customresourcedefinitions' })
      .subscribe(() => this.syncIn(GATHER_MS));
    registry.changesOf({ group: apiregistration, resource: 'apiservices' }).subscribe(({ type, entry }) => {
      this.seen = undefined;
      // Its own writes need no further look, but those of others that it has to undo do.
      if (type === 'DELETED' ? !this.builtin.has(entry.name) : type === 'MODIFIED') this.syncIn(GATHER_MS);
    });
    this.syncIn(0);
  }

  private syncIn(ms: number): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    const { clock, ended, warn } = this.parts;
    sleep(clock, ms, ended)
      .then(() => {
        return (this.syncing = this.syncing.catch(() => undefined).then(() => this.sync()));
      })
      .catch((error: unknown) => {
        if (ended.aborted) return;
        this.seen = undefined;
        warn('the APIServices of this server could not be written', { error, againInMs: RETRY_MS });
        this.syncIn(RETRY_MS);
      });
  }

  private async sync(): Promise<void> {
    this.isWaiting = false;
    const { client, custom, vocabulary } = this.parts;
    const kinds = custom();
    // Most changes are those of a definition in a group version that has others.
    const versions = [...new Set(kinds.map(({ apiVersion }) => apiVersion))].join();
    if (versions === this.seen) return;
    this.seen = versions;
    const wanted = localApiServices(kinds, vocabulary, 'true');
    if (this.isStart) for (const [name, object] of this.builtin) wanted.set(name, object);
    const writes: (() => Promise<void>)[] = [];
    const present = new Set<string>();
    for (const object of client.readAll(this.resource)) {
      const name = object.metadata.name!;
      present.add(name);
      const managed = object.metadata.labels?.[vocabulary.labels.automanaged];
      const isOurs = managed === 'true' || (managed === 'onstart' && this.isStart);
      const target = wanted.get(name);
      if (!isOurs || object.metadata.deletionTimestamp !== undefined) continue;
      if (!target) writes.push(() => client.remove(this.resource, '', name));
      else if (!isDeepStrictEqual(object['spec'], target['spec'])) writes.push(() => this.restore(name, target));
    }
    for (const [name, object] of wanted) {
      if (!present.has(name)) writes.push(() => unlessDamaged(() => client.createIfAbsent(this.resource, '', object)));
    }
    const outcomes = await this.attemptAll(writes);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    this.isStart = false;
  }

  /** All are tried, without waiting for each other, so that they share commits and one failure does not hold up the others. */
  private async attemptAll(writes: readonly (() => Promise<void>)[]): Promise<PromiseSettledResult<void>[]> {
    const batches: Promise<PromiseSettledResult<void>[]>[] = [];
    for (let at = 0; at < writes.length; at += TURN_WRITES) {
      if (at > 0) await nextTurn();
      this.parts.ended.throwIfAborted();
      batches.push(Promise.allSettled(writes.slice(at, at + TURN_WRITES).map((write) => write())));
    }
    return (await Promise.all(batches)).flat();
  }

  private restore(name: string, { spec }: ApiObject): Promise<void> {
    return this.parts.client.change(this.resource, '', name, (current) => ({ ...current, spec }));
  }
}
