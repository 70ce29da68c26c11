import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTROLLER_MANAGER, controllerUser } from '@orch/controller-rights';
import { clientFor, giveTokenKey, startRedis, temporaryDirectory, type TestRedis } from '@orch/testing';
import type { Client } from '@orch/client';
import { ApiServerProcess } from '../consistency/api-server-process.js';
import { tokenFile } from '../consistency/embedded-topology.js';
import type { Dice } from '../consistency/dice.js';
import { vocabulary } from './cell-objects.js';
import { ControllerReplica } from './controller-replicas.js';
import { UnreliableApi } from './unreliable-api.js';

const TOKEN = 'token-of-the-controllers';
/** Nodes do not matter here, and none reports. */
const WITHOUT_NODES = ['--node-monitor-grace-period=1h', '--node-startup-grace-period=1h'];

/** An API server, processes of all controllers that reach it through {@link UnreliableApi}, and a client that reaches it directly. */
export interface ControlledPlane {
  readonly server: ApiServerProcess;
  readonly api: UnreliableApi;
  readonly replicas: readonly ControllerReplica[];
  /** That of the shared work queues. */
  readonly redis: TestRedis | undefined;
  readonly client: Client;
  stop(): Promise<void>;
}

/** @param replicas with several, their work queues are shared on a Redis. */
export async function startControlledPlane(replicas: number, dice: Dice): Promise<ControlledPlane> {
  const directory = await temporaryDirectory();
  const ending: (() => Promise<unknown>)[] = [() => directory.remove()];
  const stop = async (): Promise<void> => {
    for (const end of ending.toReversed()) await end();
  };
  try {
    const dataDir = join(directory.path, 'data');
    const server = await startServer(directory.path, dataDir);
    ending.push(() => server.stop('SIGKILL'));
    const client = clientFor(join(dataDir, 'admin.conf'), vocabulary);
    ending.push(() => client.close());
    const ca = await readFile(join(dataDir, 'pki', 'ca.crt'), 'utf8');
    const api = await UnreliableApi.start({ port: server.port, ca }, dice);
    ending.push(() => api.stop());
    const redis = replicas > 1 ? await startRedis() : undefined;
    if (redis) ending.push(() => redis.stop());
    const flags = [
      `--orchconfig=${await writeConfiguration(directory.path, api.url)}`,
      '--use-service-account-credentials',
      `--data-dir=${dataDir}`,
      ...WITHOUT_NODES,
      ...(redis ? queueFlags(redis) : []),
    ];
    const started = Array.from({ length: replicas }, (_, n) => new ControllerReplica(`controllers-${n}`, flags));
    for (const one of started) {
      ending.push(() => one.stop());
      await one.start();
    }
    return { server, api, replicas: started, redis, client, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServer(directory: string, dataDir: string): Promise<ApiServerProcess> {
  await mkdir(dataDir, { recursive: true });
  await giveTokenKey(dataDir);
  const tokens = join(directory, 'tokens.csv');
  const manager = `${TOKEN},${controllerUser(vocabulary, CONTROLLER_MANAGER)},controllers\n`;
  await writeFile(tokens, tokenFile() + manager);
  return ApiServerProcess.start('api-0', [
    `--data-dir=${dataDir}`,
    `--token-auth-file=${tokens}`,
    `--service-account-key-file=${join(dataDir, 'pki', 'sa.key')}`,
    '--disable-admission-plugins=ServiceAccount',
    // Room for a service in each cell.
    '--service-cluster-ip-range=10.96.0.0/16',
  ]);
}

async function writeConfiguration(directory: string, server: string): Promise<string> {
  const file = join(directory, 'controllers.conf');
  const name = 'unreliable';
  const configuration = {
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': name },
    clusters: [{ name, cluster: { server } }],
    users: [{ name, user: { token: TOKEN } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  };
  await writeFile(file, JSON.stringify(configuration), { mode: 0o600 });
  return file;
}

/** A short lease: replicas are killed and frozen. */
const queueFlags = ({ url }: TestRedis): string[] => [
  '--work-queue=redis',
  `--work-queue-url=${url}`,
  '--leader-elect-lease-duration=5s',
  '--leader-elect-renew-deadline=3s',
  '--leader-elect-retry-period=1s',
];
