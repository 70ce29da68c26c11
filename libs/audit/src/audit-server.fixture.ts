import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vocabularies } from '@orch/vocabulary';
import type { ApiServerDependencies, ApiServerOptions } from '@orch/server';
import { TestServer } from '@orch/server-testing';
import type { AuditEvent } from './audit-event.js';
import type { AuditLogOptions } from './audit-options.js';

/** Batching of a log that requests wait for. */
export const BLOCKING = { mode: 'blocking', batchMaxEvents: 400, batchMaxWaitMs: 0, bufferEvents: 10_000 } as const;

/** An event as written to the file. */
export type ReadEvent = Omit<AuditEvent, 'requestObject' | 'responseObject'> & {
  readonly requestObject?: Readonly<Record<string, unknown>>;
  readonly responseObject?: Readonly<Record<string, unknown>>;
};

/** Tokens of the test users: `jane` has no permissions, `root` has all. */
const TOKENS = 'jane-token,jane,7,"dev,ops"\nroot-token,root,1,"system:masters"\n';

/** A server that records into a file. */
export class AuditedServer {
  private constructor(
    readonly server: TestServer,
    readonly directory: string,
    readonly path: string,
  ) {}

  /** @param policy without its kind; the group is that of the vocabulary. */
  static async start(
    policy: object,
    options: Partial<ApiServerOptions> = {},
    log: Partial<AuditLogOptions> = {},
    dependencies: ApiServerDependencies = {},
  ): Promise<AuditedServer> {
    const directory = await mkdtemp(join(tmpdir(), 'orch-audit-'));
    const [policyFile, tokenAuthFile] = [join(directory, 'policy'), join(directory, 'tokens.csv')];
    const path = log.path ?? join(directory, 'log', 'audit.log');
    const { groups } = vocabularies[options.vocabulary ?? 'orch'];
    await writeFile(tokenAuthFile, TOKENS);
    await writeFile(policyFile, JSON.stringify({ apiVersion: `${groups.audit}/v1`, kind: 'Policy', ...policy }));
    const rotation = { maxBytes: 0, maxAgeDays: 0, maxBackups: 0, compress: false };
    const file: AuditLogOptions = { format: 'json', ...BLOCKING, rotation, ...log, path };
    const audit = { policyFile, log: file, webhook: undefined };
    const server = await TestServer.start({ tokenAuthFile, audit, ...options }, dependencies);
    return new AuditedServer(server, directory, path);
  }

  /** Events of completed requests, read after the server has stopped. */
  async stop(): Promise<readonly ReadEvent[]> {
    await this.server.close();
    const text = await readFile(this.path, 'utf8');
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ReadEvent]));
  }
}
