import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';

import type { Revision } from '../storage.js';
import { unfinished } from './fill-refusals.js';
import { FORMAT, functionName, libraryName, librarySource } from './function-library.js';
import { parseLostRanges, type LostRange } from './lost-ranges.js';
import type { RedisDurability } from './redis-options.js';
import { mayReplay } from './replay-rights.js';
import { isReplyError } from './reply-error.js';
import { RedisSettingsError, assessSettings, type ServerFacts } from './redis-settings.js';
import { assertRevision } from './store-view.js';

/** State of the store at the time of the handshake. */
export interface StoreState {
  /** Id of the store. */
  readonly store: string;
  /** The current epoch; sent with every write. */
  readonly epoch: string;
  readonly revision: Revision;
  readonly oldest: Revision;
  readonly lostRanges: readonly LostRange[];
}

/** Redis is loading its data, or is a replica: retry. */
export class NotPrimaryError extends Error {
  override readonly name = 'NotPrimaryError';
}

/** Identity of the server: its process and its replication id, which a promotion changes. */
export async function serverIdentity(redis: Redis): Promise<{ id: string; info: ReadonlyMap<string, string> }> {
  const info = fieldsOf((await redis.call('INFO')) as string);
  if (info.get('loading') === '1') throw new NotPrimaryError('Redis is loading its data');
  if (info.get('role') !== 'master') throw new NotPrimaryError('the server is a replica');
  return { id: `${info.get('run_id')}:${info.get('master_replid')}`, info };
}

/** Parameters of the settings check. */
interface SettingsUser {
  readonly base: string;
  readonly user: string | undefined;
  readonly isStart: boolean;
}

/**
 * Reads and assesses the settings of a server.
 * @throws RedisSettingsError when it does not report them.
 */
export async function readAssessment(
  redis: Redis,
  info: ReadonlyMap<string, string>,
  durability: RedisDurability,
  { base, user, isStart }: SettingsUser,
): Promise<ReturnType<typeof assessSettings>> {
  const settings = await readSettings(redis);
  const facts: ServerFacts = {
    version: info.get('redis_version') ?? '0',
    connectedReplicas: Number(info.get('connected_slaves')),
    replicasMayFollow: !isStart,
    appendOnly: settings.get('appendonly') === 'yes',
    appendFsync: settings.get('appendfsync') ?? '',
    skipsFsyncOnRewrite: settings.get('no-appendfsync-on-rewrite') === 'yes',
    replaysAll: await mayReplay(redis, base, user),
    maxMemoryPolicy: settings.get('maxmemory-policy') ?? '',
    maxMemory: Number(settings.get('maxmemory')),
    minReplicasToWrite: Number(settings.get('min-replicas-to-write')),
  };
  return assessSettings(facts, durability);
}

/**
 * @returns warnings for operators.
 * @throws RedisSettingsError when this server could lose acknowledged writes, or does not report its settings.
 */
export async function checkSettings(
  redis: Redis,
  info: ReadonlyMap<string, string>,
  durability: RedisDurability,
  user: SettingsUser,
): Promise<readonly string[]> {
  const { refused, warnings } = await readAssessment(redis, info, durability, user);
  if (refused.length > 0)
    throw new RedisSettingsError(
      `this Redis is not safe to keep objects in (what CONFIG SET and ACL SETUSER say holds until it restarts: change its files too):\n${refused.map((r) => `  ${r}`).join('\n')}`,
    );
  return warnings;
}

/** State of the process that opens the store. */
export interface OpeningProcess {
  /** Newest revision that it knows of, delivered or not. */
  readonly seen: Revision;
  /** Id of the store that it has served; empty: none yet. */
  readonly store: string;
  /** Timestamp of changes; empty: the server's time. */
  readonly stamp: string;
  /** The local time. Unit: milliseconds since 1970. */
  readonly nowMs: number;
}

/**
 * Loads the functions unless this server process has them, and opens the store, if necessary in a new epoch.
 * @throws RedisSettingsError for another format or an incomplete store; FillError Unfinished.
 */
export async function openStore(
  redis: Redis,
  base: string,
  server: string,
  { seen, store: served, stamp, nowMs }: OpeningProcess,
): Promise<StoreState> {
  const call = () =>
    redis.call('FCALL', [
      ...[functionName('open'), '1', base, server, randomBytes(6).toString('hex')],
      ...[String(seen), stamp, String(nowMs), served],
    ]);
  const isLoaded = (await redis.hget(`${base}:meta`, LOADED_BY)) === server;
  if (!isLoaded) await replaceFunctions(redis);
  let answer: string[];
  try {
    answer = (await call()) as string[];
  } catch (error) {
    if (!isReply(error, 'Function not found')) throw error;
    await loadFunctions(redis);
    answer = (await call()) as string[];
  }
  const [outcome, epoch = '', revision, oldest, lostRanges = '', store = ''] = answer;
  if (outcome === 'format')
    throw new RedisSettingsError(
      `the objects in this Redis were written in format ${epoch}, this release reads ${FORMAT}: run the release that wrote them, or use another --redis-key-prefix`,
    );
  if (outcome === 'filling') throw unfinished(base);
  if (outcome === 'torn')
    throw new RedisSettingsError(
      `the beginning of the store under ${base} is missing in this Redis, for example because the base of its append-only file is empty: restore its files, or restore a backup into an empty Redis`,
    );
  if (!isLoaded) await redis.hset(`${base}:meta`, LOADED_BY, server).catch(unlessRefused);
  assertRevision(Number(revision));
  assertRevision(Number(oldest));
  return { store, epoch, revision: Number(revision), oldest: Number(oldest), lostRanges: parseLostRanges(lostRanges) };
}

/** The field of `:meta` with the server process into which the functions of this release were loaded. */
const LOADED_BY = `loaded:${libraryName}`;

/** Functions that a server read from a damaged file may be wrong. If it refuses writes, the existing functions are used. */
const replaceFunctions = (redis: Redis): Promise<unknown> =>
  redis.call('FUNCTION', 'LOAD', 'REPLACE', librarySource()).catch(unlessRefused);

function unlessRefused(error: unknown): void {
  if (!isReplyError(error)) throw error;
}

async function loadFunctions(redis: Redis): Promise<void> {
  try {
    await redis.call('FUNCTION', 'LOAD', librarySource());
  } catch (error) {
    // Another process loaded the same content first.
    if (!isReply(error, 'already exists')) throw error;
  }
}

const SETTINGS = [
  'appendonly',
  'appendfsync',
  'no-appendfsync-on-rewrite',
  'maxmemory-policy',
  'maxmemory',
  'min-replicas-to-write',
];

async function readSettings(redis: Redis): Promise<ReadonlyMap<string, string>> {
  const settings = new Map<string, string>();
  for (const name of SETTINGS) {
    try {
      const [, value] = (await redis.call('CONFIG', 'GET', name)) as string[];
      if (value !== undefined) settings.set(name, value);
    } catch (error) {
      if (!isReplyError(error)) throw error;
      throw new RedisSettingsError(
        `Redis does not report its settings (${error.message}): allow this user CONFIG GET (ACL SETUSER name +config|get)`,
      );
    }
  }
  return settings;
}

function fieldsOf(info: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of info.split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1));
  }
  return fields;
}

const isReply = (error: unknown, text: string): boolean => isReplyError(error) && error.message.includes(text);
