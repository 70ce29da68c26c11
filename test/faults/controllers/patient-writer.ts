import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@orch/apimachinery';
import { TransportError, type Client, type ObjectKey } from '@orch/client';
import { followed, type Followed, type Thing } from './thing.js';

const PAUSE_MS = 100;
/** Sooner than the server that is killed meanwhile would be missed. */
const TIMEOUT_MS = 10_000;

/** Writes as a person who does not give up: servers are killed and frozen meanwhile. */
export class PatientWriter {
  constructor(private readonly client: Client) {}

  /** The created object, or that of this name which an earlier attempt has created. */
  async create(resource: Followed, object: Thing): Promise<Thing> {
    const { name = '', namespace = '' } = object.metadata;
    const client = this.client.resource<Thing>(followed[resource]);
    return this.persist(async () => {
      const created = await client.createIfAbsent(object, { timeoutMs: TIMEOUT_MS });
      return created ?? client.get({ namespace, name }, { timeoutMs: TIMEOUT_MS });
    });
  }

  /** Reads, changes and writes until no other writer came between. Undefined: it is gone. */
  async change(
    resource: Followed,
    key: ObjectKey,
    change: (object: Thing) => Thing,
    subresource?: string,
  ): Promise<Thing | undefined> {
    const client = this.client.resource<Thing>(followed[resource]);
    return this.persist(async () => {
      const found = await client.find(key, { timeoutMs: TIMEOUT_MS });
      if (!found) return undefined;
      const changed = change(found);
      return subresource === undefined
        ? client.replace(changed, { timeoutMs: TIMEOUT_MS })
        : client.subresource(subresource).replace<Thing>(key, changed, { timeoutMs: TIMEOUT_MS });
    });
  }

  async delete(
    resource: Followed,
    key: ObjectKey,
    propagationPolicy: 'Orphan' | 'Background' | 'Foreground' = 'Background',
  ): Promise<void> {
    const client = this.client.resource<Thing>(followed[resource]);
    await this.persist(() =>
      client.deleteIfPresent(key, { propagationPolicy, gracePeriodSeconds: 0, timeoutMs: TIMEOUT_MS }),
    );
  }

  private async persist<T>(act: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (!isPassing(error)) throw error;
        await pause(PAUSE_MS);
      }
    }
  }
}

const PASSING = new Set(['Conflict', 'ServiceUnavailable', 'TooManyRequests', 'Timeout', 'ServerTimeout', 'NotFound']);

const isPassing = (error: unknown): boolean =>
  error instanceof TransportError || (error instanceof ApiError && PASSING.has(error.reason));
