import { StorageError } from '../storage-error.js';
import { functionName } from './function-library.js';
import type { RedisDurability } from './redis-options.js';
import type { Session } from './server-link.js';

/** Time limit for replicating an applied write. */
const REPLICATION_LIMIT_MS = 2_000;

/** Waits for replicas in the durability `replicated`; does nothing in the others. */
export class ReplicaWait {
  constructor(
    private readonly durability: RedisDurability,
    private readonly base: string,
  ) {}

  /** The function that reads the newest revision; with replicas one that writes, so that `WAIT` covers the read data. */
  get revisionFunction(): string {
    return functionName(this.durability.mode === 'replicated' ? 'fence' : 'newest');
  }

  /** Waits for the writes of this connection. @throws StorageError Unavailable. */
  async secure({ redis }: Session): Promise<void> {
    if (this.durability.mode !== 'replicated') return;
    const { replicas } = this.durability;
    const reached = (await redis.call('WAIT', replicas, REPLICATION_LIMIT_MS)) as number;
    if (reached < replicas)
      throw new StorageError('Unavailable', '', { message: `only ${reached} of ${replicas} replicas have the write` });
  }

  /** Waits for the data that this connection has read, by a write after it. @throws StorageError Unavailable. */
  async fence(session: Session): Promise<void> {
    if (this.durability.mode !== 'replicated') return;
    await session.redis.call('FCALL', functionName('fence'), 1, this.base);
    await this.secure(session);
  }
}
