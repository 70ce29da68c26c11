import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage, type Storage } from '@orch/storage';
import { startRedis, type TestRedis } from '@orch/testing';
import type { ApiServerDependencies, ApiServerOptions } from '@orch/server';
import { TestServer } from './running-server.js';

/** Servers of this process on one Redis, each with its own data directory and connection. */
export class SharedServers {
  private readonly servers: TestServer[] = [];

  private constructor(
    readonly redis: TestRedis,
    /** The store, for direct access by the test. */
    readonly storage: Storage,
    private readonly directory: string,
  ) {}

  static async open(): Promise<SharedServers> {
    const redis = await startRedis();
    const directory = await mkdtemp(join(tmpdir(), 'orch-shared-'));
    return new SharedServers(redis, await storageOn(redis), directory);
  }

  /** Data directory of a server, by name. */
  dataDir(name: string): string {
    return join(this.directory, name);
  }

  async start(
    name: string,
    options: Partial<ApiServerOptions> = {},
    dependencies: ApiServerDependencies = {},
  ): Promise<TestServer> {
    const redis = { urls: [this.redis.url] };
    const server = await TestServer.start(
      { storageBackend: 'redis', redis, ...options, dataDir: this.dataDir(name) },
      dependencies,
    );
    this.servers.push(server);
    return server;
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close()));
    await this.storage.close();
    await this.redis.stop();
    await rm(this.directory, { recursive: true });
  }
}

const storageOn = ({ url }: TestRedis): Promise<Storage> =>
  openStorage({ backend: 'redis', dataDir: '', redis: { urls: [url] } });
