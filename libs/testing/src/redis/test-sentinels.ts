import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../network/free-port.js';
import { temporaryDirectory } from '../temporary-directory.js';
import { TESTER } from './redis-config.js';
import { redisCommand } from './redis-command.js';
import type { RedisUser } from './redis-options.js';
import { RedisProcess } from './test-redis.js';
import type { TestReplication } from './test-replication.js';

/** Name of the monitored group. */
const GROUP = 'orch';

export interface TestSentinelsOptions {
  /** A server without a response for this long is down. Unit: milliseconds. Default: 500. */
  readonly downAfterMs?: number;
  /** User of the clients of the Sentinels. Default: no authentication. */
  readonly user?: RedisUser;
}

/** Sentinels on 127.0.0.1 that monitor a replication. */
export interface TestSentinels {
  /** `redis+sentinel://...`, or `rediss+sentinel://...` when the servers speak TLS, with all Sentinels and the name of the group. */
  readonly url: string;
  readonly ports: readonly number[];
  /** Address of the primary, from the first Sentinel that responds. */
  primaryAddress(): Promise<{ readonly host: string; readonly port: number }>;
  /** Resolves when a majority agrees on another primary than `port`; immediately if it already does. */
  untilPrimaryIsNot(port: number): Promise<void>;
  /** Runs a command on one Sentinel, by index. */
  cli(index: number, ...args: readonly (string | number)[]): Promise<unknown>;
  /** Kills one Sentinel, by index. */
  kill(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Sentinels and waits until they know each other and all servers. A majority decides on a failover. */
export async function startSentinels(
  count: number,
  replication: TestReplication,
  options: TestSentinelsOptions = {},
): Promise<TestSentinels> {
  const directory = await temporaryDirectory();
  const sentinels: RedisProcess[] = [];
  const { user } = options;
  const { certificates } = replication;
  const stop = async (): Promise<void> => {
    await Promise.all(sentinels.map((sentinel) => sentinel.kill()));
    await directory.remove();
  };
  try {
    for (let n = 0; n < count; n++) {
      const port = await freePort();
      const file = join(directory.path, `sentinel-${port}.conf`);
      await writeFile(file, sentinelConfig(port, directory.path, count, replication, options));
      const access = { port, ...(user ? { user } : {}), ...(certificates ? { certificates } : {}) };
      const sentinel = new RedisProcess(file, access, ['--sentinel']);
      sentinels.push(sentinel);
      await sentinel.start();
      // By default they announce themselves every two seconds, and query the roles of servers every ten.
      const periods = ['PUBLISH-PERIOD', 200, 'INFO-PERIOD', 500, 'PING-PERIOD', 100, 'ASK-PERIOD', 200];
      await redisCommand(sentinel.access, ['SENTINEL', 'DEBUG', ...periods]);
    }
    await Promise.all(sentinels.map((sentinel) => knowsAll(sentinel, count - 1, replication.replicas.length)));
  } catch (error) {
    await stop();
    throw error;
  }
  const ports = sentinels.map((sentinel) => sentinel.access.port);
  const login = user ? `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@` : '';
  const primaryAddress = async (): Promise<{ host: string; port: number }> => {
    for (const sentinel of sentinels) {
      const { child } = sentinel;
      if (child?.exitCode !== null || child.signalCode !== null) continue;
      const answer = await redisCommand(sentinel.access, ['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', GROUP]);
      const [host, port] = answer as [string, string];
      return { host, port: Number(port) };
    }
    throw new Error('no Sentinel is running');
  };
  return {
    url: `${certificates ? 'rediss' : 'redis'}+sentinel://${login}${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${GROUP}`,
    ports,
    primaryAddress,
    untilPrimaryIsNot: async (port) => {
      const majority = Math.floor(count / 2) + 1;
      const away = `+switch-master ${GROUP} 127.0.0.1 ${port} `;
      await atLeast(
        majority,
        sentinels.map((sentinel) => sentinel.output!.line((line) => line.includes(away))),
      );
    },
    cli: (index, ...args) => redisCommand(sentinels[index]!.access, args),
    kill: (index) => sentinels[index]!.kill(),
    stop,
  };
}

function sentinelConfig(
  port: number,
  directory: string,
  count: number,
  { primary, certificates }: TestReplication,
  { downAfterMs = 500, user }: TestSentinelsOptions,
): string {
  return [
    'bind 127.0.0.1',
    `port ${certificates ? 0 : port}`,
    `dir ${directory}`,
    `sentinel monitor ${GROUP} 127.0.0.1 ${primary.port} ${Math.floor(count / 2) + 1}`,
    `sentinel down-after-milliseconds ${GROUP} ${downAfterMs}`,
    `sentinel failover-timeout ${GROUP} 3000`,
    `sentinel parallel-syncs ${GROUP} 1`,
    ...(primary.url.includes('@')
      ? [`sentinel auth-user ${GROUP} ${TESTER.name}`, `sentinel auth-pass ${GROUP} ${TESTER.password}`]
      : []),
    ...(certificates
      ? [
          `tls-port ${port}`,
          'tls-replication yes',
          'tls-auth-clients no',
          `tls-ca-cert-file ${primary.directory}/ca.crt`,
          `tls-cert-file ${primary.directory}/server.crt`,
          `tls-key-file ${primary.directory}/server.key`,
        ]
      : []),
    ...(user
      ? [
          'user default off',
          `user ${user.name} on >${user.password} ${user.rules ?? TESTER.rules}`,
          `sentinel sentinel-user ${user.name}`,
          `sentinel sentinel-pass ${user.password}`,
        ]
      : []),
    '',
  ].join('\n');
}

/** Waits until the log of a Sentinel reports all replicas and other Sentinels. */
async function knowsAll(sentinel: RedisProcess, others: number, replicas: number): Promise<void> {
  const discovered = async (event: string, times: number): Promise<void> => {
    const seen = new Set<string>();
    while (seen.size < times) {
      seen.add(await sentinel.output!.line((line) => line.includes(event) && !seen.has(nameIn(line))).then(nameIn));
    }
  };
  await discovered(' +sentinel sentinel ', others);
  await discovered(' +slave slave ', replicas);
}

/** `... +slave slave 127.0.0.1:7001 127.0.0.1 7001 @ orch ...`: the part after the type. */
const nameIn = (line: string): string => /\+(?:sentinel|slave) \w+ (\S+)/.exec(line)![1]!;

/** Resolves when `count` promises have resolved. */
function atLeast(count: number, all: readonly Promise<unknown>[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let done = 0;
    let failed = 0;
    for (const one of all) {
      one.then(
        () => ++done === count && resolve(),
        (error: unknown) => ++failed > all.length - count && reject(error as Error),
      );
    }
  });
}
