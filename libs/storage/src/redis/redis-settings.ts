import type { RedisDurability } from './redis-options.js';

/** Settings of a server that affect the durability of acknowledged writes. */
export interface ServerFacts {
  /** Such as `7.0.15`. */
  readonly version: string;
  readonly connectedReplicas: number;
  /** Whether replicas may be missing: after a fail-over they need time to connect to the new primary, and writes wait for them. */
  readonly replicasMayFollow: boolean;
  readonly appendOnly: boolean;
  readonly appendFsync: string;
  /** Whether flushes are skipped while the append-only file is rewritten. */
  readonly skipsFsyncOnRewrite: boolean;
  /** Whether a restart replays the complete append-only file. */
  readonly replaysAll: boolean;
  readonly maxMemoryPolicy: string;
  /** 0: no limit. Unit: bytes. */
  readonly maxMemory: number;
  readonly minReplicasToWrite: number;
}

/** This Redis could lose acknowledged writes, or lacks a feature that the driver needs. The message says what to change. */
export class RedisSettingsError extends Error {
  override readonly name = 'RedisSettingsError';
}

const OLDEST_MAJOR = 7;

/**
 * Assesses the settings: `refused` are unsafe ones, each as a sentence with the command that fixes it; the others are only warnings.
 * See decision 044.
 */
export function assessSettings(
  facts: ServerFacts,
  durability: RedisDurability,
): { readonly refused: string[]; readonly warnings: string[] } {
  const refused: string[] = [];
  const warnings: string[] = [];
  if (Number(facts.version.split('.')[0]) < OLDEST_MAJOR)
    refused.push(`Redis ${facts.version} has no functions: use 7.0 or newer`);
  if (facts.maxMemoryPolicy !== 'noeviction')
    refused.push(
      `maxmemory-policy is ${facts.maxMemoryPolicy}, which evicts objects when memory is full: CONFIG SET maxmemory-policy noeviction`,
    );
  if (!facts.appendOnly)
    refused.push(
      'appendonly is "no", so a restart loses acknowledged writes: CONFIG SET appendonly yes, then wait until INFO persistence has aof_rewrite_in_progress:0, since the file holds nothing before',
    );
  if (!facts.replaysAll)
    refused.push(
      "the user 'default' lacks permissions, and as that user Redis replays its append-only file, so a restart loses acknowledged writes: ACL SETUSER default off ~* &* +@all (off: no user can log in as it)",
    );
  const fsync = facts.appendFsync;
  if (durability.mode === 'always' && fsync !== 'always')
    refused.push(
      `appendfsync is ${fsync}, so writes are answered before they are on disk: CONFIG SET appendfsync always, or accept it with --redis-durability=everysec`,
    );
  if (durability.mode === 'always' && facts.skipsFsyncOnRewrite)
    refused.push(
      'no-appendfsync-on-rewrite is yes, so nothing is flushed while the append-only file is rewritten: CONFIG SET no-appendfsync-on-rewrite no',
    );
  if (durability.mode === 'everysec' && fsync === 'no')
    refused.push('appendfsync is "no", so nothing bounds what a crash loses: CONFIG SET appendfsync everysec');
  if (durability.mode === 'everysec')
    warnings.push('with --redis-durability=everysec up to the last second of acknowledged writes may be lost');
  if (durability.mode === 'replicated') {
    const { replicas } = durability;
    if (facts.connectedReplicas < replicas && !facts.replicasMayFollow)
      refused.push(
        `${facts.connectedReplicas} replicas are connected, --redis-durability=replicated=${replicas} needs ${replicas}: start them, or require fewer`,
      );
    if (facts.connectedReplicas > replicas)
      warnings.push(
        `${facts.connectedReplicas} replicas are connected and a write waits for ${replicas}: a fail-over may promote one without the last acknowledged writes: --redis-durability=replicated=${facts.connectedReplicas}`,
      );
    if (facts.minReplicasToWrite < 1)
      warnings.push(
        'min-replicas-to-write is 0, so an isolated primary continues to accept writes that are never acknowledged: CONFIG SET min-replicas-to-write 1',
      );
  }
  if (durability.mode !== 'replicated' && facts.connectedReplicas > 0) warnings.push(failOverWarning(facts));
  if (facts.maxMemory === 0)
    warnings.push('maxmemory is 0: when the machine has no memory left Redis is killed; set a limit below it');
  return { refused, warnings };
}

function failOverWarning({ connectedReplicas, minReplicasToWrite }: ServerFacts): string {
  const isolated =
    minReplicasToWrite < 1
      ? ', and all that a primary acknowledges while it is cut off from its replicas (CONFIG SET min-replicas-to-write 1, and min-replicas-max-lag, bound that)'
      : '';
  return `a fail-over to a replica may lose the last acknowledged writes${isolated}: --redis-durability=replicated=${connectedReplicas} waits for the replicas`;
}
