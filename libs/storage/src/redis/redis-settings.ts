import type { RedisDurability } from './redis-options.js';

/** What a server says of itself that decides whether acknowledged writes stay. */
export interface ServerFacts {
  /** Such as `7.0.15`. */
  readonly version: string;
  readonly connectedReplicas: number;
  /** Whether replicas may be missing: after a fail-over they need a moment to follow the new primary, and writes wait for them. */
  readonly replicasMayFollow: boolean;
  readonly appendOnly: boolean;
  readonly appendFsync: string;
  /** Whether nothing is flushed while the append-only file is written anew. */
  readonly skipsFsyncOnRewrite: boolean;
  /** Whether a restart does again all that is in the append-only file. */
  readonly replaysAll: boolean;
  readonly maxMemoryPolicy: string;
  /** 0: no limit. Unit: bytes. */
  readonly maxMemory: number;
  readonly minReplicasToWrite: number;
}

/** This Redis would lose acknowledged writes, or cannot run what the driver needs. The message says what to change. */
export class RedisSettingsError extends Error {
  override readonly name = 'RedisSettingsError';
}

const OLDEST_MAJOR = 7;

/**
 * What of the settings cannot be accepted, each as a sentence with the command that mends it, and what is only worth a warning.
 * Decision 044 says why.
 */
export function judgeSettings(
  facts: ServerFacts,
  durability: RedisDurability,
): { readonly refused: string[]; readonly warnings: string[] } {
  const refused: string[] = [];
  const warnings: string[] = [];
  if (Number(facts.version.split('.')[0]) < OLDEST_MAJOR)
    refused.push(`Redis ${facts.version} has no functions: use 7.0 or newer`);
  if (facts.maxMemoryPolicy !== 'noeviction')
    refused.push(
      `maxmemory-policy is ${facts.maxMemoryPolicy}, which throws objects away when memory is full: CONFIG SET maxmemory-policy noeviction`,
    );
  if (!facts.appendOnly)
    refused.push('appendonly is no, so a restart forgets acknowledged writes: CONFIG SET appendonly yes');
  if (!facts.replaysAll)
    refused.push(
      "the user 'default' has too few rights, and as that user Redis replays its append-only file, so a restart forgets acknowledged writes: ACL SETUSER default off ~* &* +@all (off: no user can log in as it)",
    );
  const fsync = facts.appendFsync;
  if (durability.mode === 'always' && fsync !== 'always')
    refused.push(
      `appendfsync is ${fsync}, so writes are answered before they are on disk: CONFIG SET appendfsync always, or accept it with --redis-durability=everysec`,
    );
  if (durability.mode === 'always' && facts.skipsFsyncOnRewrite)
    refused.push(
      'no-appendfsync-on-rewrite is yes, so nothing is flushed while the append-only file is written anew: CONFIG SET no-appendfsync-on-rewrite no',
    );
  if (durability.mode === 'everysec' && fsync === 'no')
    refused.push('appendfsync is no, so nothing bounds what a crash loses: CONFIG SET appendfsync everysec');
  if (durability.mode === 'everysec')
    warnings.push('with --redis-durability=everysec up to the last second of acknowledged writes may be lost');
  if (durability.mode === 'replicated') {
    const { replicas } = durability;
    if (facts.connectedReplicas < replicas && !facts.replicasMayFollow)
      refused.push(
        `${facts.connectedReplicas} replicas are connected, --redis-durability=replicated=${replicas} needs ${replicas}: start them, or ask for fewer`,
      );
    if (facts.connectedReplicas > replicas)
      warnings.push(
        `${facts.connectedReplicas} replicas are connected and a write waits for ${replicas}: a fail-over may promote one that has not got the last acknowledged writes: --redis-durability=replicated=${facts.connectedReplicas}`,
      );
    if (facts.minReplicasToWrite < 1)
      warnings.push(
        'min-replicas-to-write is 0, so a primary that was cut off goes on taking writes that nobody will acknowledge: CONFIG SET min-replicas-to-write 1',
      );
  }
  if (durability.mode === 'always' && facts.connectedReplicas > 0)
    warnings.push(
      `a fail-over to a replica may lose the last acknowledged writes: --redis-durability=replicated=${facts.connectedReplicas} waits for the replicas`,
    );
  if (facts.maxMemory === 0)
    warnings.push('maxmemory is 0: when the machine has no memory left Redis is killed; set a limit below it');
  return { refused, warnings };
}
