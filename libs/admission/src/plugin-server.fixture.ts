import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Agent } from 'undici';
import { TestServer, type Answer } from '@orch/server-testing';

/** Tokens of users without permissions, in the group `users`. */
const TOKENS = ['jane', 'kim'].map((name) => `${name},${name},,"users"`).join('\n');

interface Options {
  /** Content of the file of `--admission-control-config-file`. */
  readonly configuration?: object | string;
  /** Files in the same directory, by name. */
  readonly files?: Readonly<Record<string, object>>;
  readonly server?: object;
}

/** A server with configured admission plugins, an administrator, and the users `jane` and `kim`. For tests. */
export class PluginServer {
  private constructor(
    readonly server: TestServer,
    private readonly administrator: Agent,
    private readonly directory: string,
  ) {}

  static async start({ configuration, files = {}, server = {} }: Options): Promise<PluginServer> {
    const directory = await mkdtemp(join(tmpdir(), 'orch-plugins-'));
    const text = (content: object | string) => (typeof content === 'string' ? content : JSON.stringify(content));
    await writeFile(join(directory, 'tokens.csv'), TOKENS);
    for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), text(content));
    const admissionControlConfigFile = join(directory, 'admission.yaml');
    if (configuration !== undefined) await writeFile(admissionControlConfigFile, text(configuration));
    try {
      const started = await TestServer.start({
        tokenAuthFile: join(directory, 'tokens.csv'),
        ...(configuration === undefined ? {} : { admissionControlConfigFile }),
        ...server,
      });
      return new PluginServer(started, await started.admin(), directory);
    } catch (error) {
      await rm(directory, { recursive: true });
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.server.close();
    await rm(this.directory, { recursive: true });
  }

  /** Sends a request, method and path first, as the administrator or as the user with a token. */
  send(request: string, body?: unknown, { token, type = 'application/json' }: As = {}): Promise<Answer> {
    const [method = '', path = ''] = request.split(' ');
    return this.server.call(path, {
      method,
      ...(token === undefined ? { agent: this.administrator } : { token }),
      ...(body === undefined ? {} : { body, headers: { 'content-type': type } }),
    });
  }

  /** Code and message of the answer. */
  async outcome(request: string, body?: unknown, as?: As): Promise<[code: number, message: string | undefined]> {
    const { code, json } = await this.send(request, body, as);
    return [code, code < 400 ? undefined : json.message];
  }

  /** Creates an object; fails when the status is not 201. */
  async make(path: string, body: unknown): Promise<Answer> {
    const answer = await this.send(`POST ${path}`, body);
    if (answer.code !== 201) throw new Error(`POST ${path}: ${answer.text}`);
    return answer;
  }

  /** Lets users do what the rules allow in a namespace. */
  async allow(namespace: string, name: string, users: readonly string[], rules: readonly object[]): Promise<void> {
    const rbac = `/apis/rbac.authorization.orch.io/v1/namespaces/${namespace}`;
    await this.make(`${rbac}/roles`, { metadata: { name }, rules });
    await this.make(`${rbac}/rolebindings`, {
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'Role', name },
      subjects: users.map((user) => ({ kind: 'User', name: user })),
    });
  }
}

interface As {
  readonly token?: string;
  readonly type?: string;
}

/** Path of the pods of a namespace. */
export const podsOf = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;

/** A pod with one container. */
export const podOf = (name: string, spec: object = {}, container: object = {}): object => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec },
});

/** The file of `--admission-control-config-file` with inline configurations by plugin. */
export const configurationOf = (plugins: Readonly<Record<string, object>>): object => ({
  apiVersion: 'apiserver.config.orch.io/v1',
  kind: 'AdmissionConfiguration',
  plugins: Object.entries(plugins).map(([name, configuration]) => ({ name, configuration })),
});
