import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyShape } from '../answers/shape.js';
import { systemClock, type Clock } from '@orch/apimachinery';
import { FakeApiServer, type FakeApiServerOptions } from '@orch/client-testing';
import { vocabularies } from '@orch/vocabulary';
import type { ClientConfiguration } from '../configuration/client-configuration.js';
import type { ClusterEntry } from '../configuration/config-file.js';
import { loadClientConfiguration } from '../configuration/load-client-configuration.js';
import { Transport } from '../transport/transport.js';
import { TestPlugin } from '../../../../test/support/test-plugin.js';

export const V1 = 'client.authentication.orch.io/v1';
export const V1BETA1 = 'client.authentication.orch.io/v1beta1';

/** An ExecCredential as plugins print it. */
export const credential = (status: object | undefined, apiVersion = V1): object => ({
  kind: 'ExecCredential',
  apiVersion,
  status,
});

/** A fake API server, and clients whose configuration file names a test plugin next to it. */
export class PluginFixture {
  private readonly open: Transport[] = [];

  private constructor(
    readonly folder: string,
    readonly server: FakeApiServer,
    readonly plugin: TestPlugin,
  ) {}

  static async start(options: FakeApiServerOptions = {}): Promise<PluginFixture> {
    const folder = mkdtempSync(join(tmpdir(), 'orch-plugin-'));
    const plugin = new TestPlugin(folder);
    await plugin.listen();
    return new PluginFixture(folder, await FakeApiServer.start(options), plugin);
  }

  /** @param exec changes of its entry. */
  configuration(exec: object = {}, cluster: ClusterEntry = {}): ClientConfiguration {
    const file = join(this.folder, 'config');
    const entry = { apiVersion: V1, command: './plugin', interactiveMode: 'Never', ...exec };
    const config = {
      clusters: [{ name: 'c', cluster: { server: this.server.url, ...cluster } }],
      users: [{ name: 'u', user: { exec: entry } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    };
    writeFileSync(file, JSON.stringify(config));
    return loadClientConfiguration({ vocabulary: vocabularies.orch, file });
  }

  transport(configuration = this.configuration(), clock: Clock = systemClock): Transport {
    const made = new Transport({ configuration, userAgent: 'tester', clock, random: () => 0, timeoutMs: 30_000 });
    this.open.push(made);
    return made;
  }

  /** The header that the server saw for a request of this client. */
  async header(transport: Transport): Promise<string | undefined> {
    await get(transport);
    return this.server.requests.at(-1)!.headers.authorization;
  }

  async stop(): Promise<void> {
    for (const transport of this.open) await transport.close();
    this.plugin.close();
    await this.server.stop();
    rmSync(this.folder, { recursive: true });
  }
}

export const get = (transport: Transport, signal?: AbortSignal): Promise<unknown> =>
  transport.json(
    { method: 'GET', path: '/api/v1/namespaces/default/configmaps', ...(signal ? { signal } : {}) },
    anyShape,
  );
