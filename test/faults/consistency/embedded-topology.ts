import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@orch/testing';
import { apiServerFaults } from './api-server-faults.js';
import { ApiServerProcess } from './api-server-process.js';
import { TOKEN } from './requester.js';
import type { Topology } from './topology.js';

/** One API server with the store in its own process. */
export async function embeddedTopology(): Promise<Topology> {
  const directory = await temporaryDirectory();
  const tokens = join(directory.path, 'tokens.csv');
  await writeFile(tokens, tokenFile());
  const server = await ApiServerProcess.start('api-0', [
    `--data-dir=${join(directory.path, 'data')}`,
    ...commonFlags(tokens),
  ]);
  return {
    replicas: [server],
    faults: apiServerFaults([server]),
    allowances: { mayBeGone: false, mayLose: false },
    logs: () => ({ [server.name]: server.log() }),
    stop: async () => {
      await server.stop('SIGKILL');
      await directory.remove();
    },
  };
}

/** Who is in the token file: an administrator. */
export const tokenFile = (): string => `${TOKEN},faults,faults,system:masters\n`;

export const commonFlags = (tokens: string): string[] => [
  `--token-auth-file=${tokens}`,
  '--disable-admission-plugins=ServiceAccount',
];
