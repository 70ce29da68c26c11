import { StorageError } from '../storage-error.js';
import { functionName } from './function-library.js';
import type { RedisDurability } from './redis-options.js';
import type { Session } from './server-link.js';

/** How long a write that was done may take to reach the replicas asked for. */
const REPLICATION_LIMIT_MS = 2_000;

/** Waits until replicas have what is relied on, in the durability `replicated`. In the others there is nothing to wait for. */
export class ReplicaWait {
  constructor(
    private readonly durability: RedisDurability,
    private readonly base: string,
  ) {}

  /** The function that asks what is newest: one that writes where replicas must have what was read. */
  get question(): string {
    return functionName(this.durability.mode === 'replicated' ? 'fence' : 'newest');
  }

  /** For what this connection has written. @throws StorageError Unavailable. */
  async secure({ redis }: Session): Promise<void> {
    if (this.durability.mode !== 'replicated') return;
    const { replicas } = this.durability;
    const reached = (await redis.call('WAIT', replicas, REPLICATION_LIMIT_MS)) as number;
    if (reached < replicas)
      throw new StorageError('Unavailable', '', { message: `only ${reached} of ${replicas} replicas have the write` });
  }

  /** For what it has read: a write of our own behind that must arrive there. @throws StorageError Unavailable. */
  async fence(session: Session): Promise<void> {
    if (this.durability.mode !== 'replicated') return;
    await session.redis.call('FCALL', functionName('fence'), 1, this.base);
    await this.secure(session);
  }
}
