import { join } from 'node:path';
import type { Client } from '@orch/client';
import { clientFor, runOrch, temporaryDirectory, type OrchProcess } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { Agent, request } from 'undici';

/** One `orch apiserver` on a Redis, with a data directory of its own. */
export interface ServerOnRedis {
  readonly process: OrchProcess;
  readonly url: string;
  readonly dataDir: string;
  /** The administrator. */
  readonly client: Client;
  /** An unauthenticated client. */
  get(path: string): Promise<{ readonly code: number; readonly text: string }>;
  stop(): Promise<void>;
}

/** Starts one with these flags in addition to those of every test. */
export async function startServerOnRedis(flags: readonly string[], command = 'apiserver'): Promise<ServerOnRedis> {
  const directory = await temporaryDirectory();
  const orch = runOrch([
    command,
    '--secure-port=0',
    `--data-dir=${directory.path}`,
    '--storage-backend=redis',
    ...flags,
  ]);
  const agent = new Agent({ connect: { rejectUnauthorized: false } });
  try {
    const url = await orch.ready;
    const client = clientFor(join(directory.path, 'admin.conf'), vocabularies.orch);
    return {
      process: orch,
      url,
      dataDir: directory.path,
      client,
      get: async (path) => {
        const { statusCode, body } = await request(`${url}${path}`, { dispatcher: agent });
        return { code: statusCode, text: await body.text() };
      },
      stop: async () => {
        await Promise.all([client.close(), agent.close()]);
        await orch.stop();
        await directory.remove();
      },
    };
  } catch (error) {
    await agent.close();
    await directory.remove();
    throw error;
  }
}
