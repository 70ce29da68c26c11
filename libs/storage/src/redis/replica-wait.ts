import { StorageError } from '../storage-error.js';
import { functionName } from './function-library.js';
import type { RedisDurability } from './redis-options.js';
import { OtherPrimaryError, type Session } from './server-link.js';

/** Time limit for replicating an applied write. */
const REPLICATION_LIMIT_MS = 2_000;

/** Waits for replicas in the durability `replicated`; does nothing in the others. */
export class ReplicaWait {
  constructor(
    private readonly durability: RedisDurability,
    private readonly base: string,
    /** Whether a new connection would lead to the same server. */
    private readonly isPrimary: (session: Session) => Promise<boolean>,
  ) {}

  /** The function that reads the newest revision; with replicas one that writes, so that `WAIT` covers the read data. */
  get revisionFunction(): string {
    return functionName(this.durability.mode === 'replicated' ? 'fence' : 'newest');
  }

  /** Waits for the writes of this connection. @throws StorageError Unavailable. */
  async secure(session: Session): Promise<void> {
    if (this.durability.mode !== 'replicated') return;
    const { replicas } = this.durability;
    const reached = (await session.redis.call('WAIT', replicas, REPLICATION_LIMIT_MS)) as number;
    if (reached >= replicas) return;
    const message = `only ${reached} of ${replicas} replicas have the write`;
    // Replicas follow another primary after a failover of which this server does not know yet.
    if (await this.isPrimary(session)) throw new StorageError('Unavailable', '', { message });
    throw new OtherPrimaryError('Unavailable', '', { message: `${message}, and another server is the primary` });
  }

  /** Waits for the data that this connection has read, by a write after it. @throws StorageError Unavailable. */
  async fence(session: Session): Promise<void> {
    if (this.durability.mode !== 'replicated') return;
    await session.redis.call('FCALL', functionName('fence'), 1, this.base);
    await this.secure(session);
  }
}
