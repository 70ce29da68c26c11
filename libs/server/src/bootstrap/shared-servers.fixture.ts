import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedStorage, type SharedStorage, type Storage } from '@orch/storage';
import type { ApiServerDependencies } from '../api-server.js';
import { TestServer } from '../http/running-server.fixture.js';
import type { ApiServerOptions } from '../options/api-server-options.js';

/** Servers of this process, each with a data directory of its own, on one store that takes itself for a shared one. */
export class SharedServers {
  private readonly servers: TestServer[] = [];

  private constructor(
    readonly storage: Storage,
    private readonly directory: string,
  ) {}

  static async open(): Promise<SharedServers> {
    const directory = await mkdtemp(join(tmpdir(), 'orch-shared-'));
    return new SharedServers(await EmbeddedStorage.open({ directory: join(directory, 'store') }), directory);
  }

  /** Each server has its own directory; the same name is the same directory. */
  dataDir(name: string): string {
    return join(this.directory, name);
  }

  async start(
    name: string,
    options: Partial<ApiServerOptions> = {},
    dependencies: ApiServerDependencies = {},
  ): Promise<TestServer> {
    const storage = sharedView(this.storage);
    const server = await TestServer.start(
      { ...options, dataDir: this.dataDir(name) },
      {
        ...dependencies,
        openStores: async () => ({
          main: storage,
          all: [{ storage, name: 'main', resources: [], telemetry: undefined }],
          close: async () => undefined,
        }),
      },
    );
    this.servers.push(server);
    return server;
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close()));
    await this.storage.close();
    await rm(this.directory, { recursive: true });
  }
}

/** A store of one process that answers what is asked of those that several use. */
function sharedView(storage: Storage): SharedStorage {
  const shared: Pick<SharedStorage, 'confirm' | 'isLost' | 'status'> = {
    confirm: async () => storage.revision,
    isLost: () => false,
    status: () => ({
      connected: true,
      newestRevision: storage.revision,
      behindMs: 0,
      logLength: 0,
      reconnects: 0,
      rebuilds: 0,
    }),
  };
  return new Proxy(storage as SharedStorage, {
    has: (target, name) => name in shared || name in target,
    get: (target, name) => {
      if (name in shared) return shared[name as keyof typeof shared];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
