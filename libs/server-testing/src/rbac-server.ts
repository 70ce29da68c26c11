import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import type { PolicyRule, Subject } from '@orch/api';
import { vocabularies, type Vocabulary, type VocabularyName } from '@orch/vocabulary';
import { request, type Agent } from 'undici';
import { WatchStream } from '../../../test/support/watch-stream.js';
import { TestServer, type Answer } from './running-server.js';
import { copyUsualData } from './usual-data.js';
import { type AuthorizationMode, DEFAULT_AUTHORIZATION } from '@orch/authorization';

/** Users by name, with their groups. The token of a user is the name. */
export type Users = Readonly<Record<string, readonly string[]>>;

interface Options {
  readonly vocabulary?: VocabularyName;
  readonly modes?: readonly AuthorizationMode[];
  readonly users: Users;
}

/** A server with namespaces `t1` and `t2`, users, and an administrator who binds roles to them. For tests. */
export class RbacServer {
  private watching: Agent | undefined;

  private constructor(
    private server: TestServer,
    private administrator: Agent,
    private readonly options: Options,
    private readonly directory: string,
  ) {}

  static async start(options: Options): Promise<RbacServer> {
    const directory = await mkdtemp(join(tmpdir(), 'orch-rbac-'));
    const lines = Object.entries(options.users).map(([name, groups]) => `${name},${name},,"${groups.join(',')}"`);
    await writeFile(join(directory, 'tokens.csv'), lines.join('\n'));
    if (options.modes === undefined) await copyUsualData(join(directory, 'data'), options.vocabulary);
    const server = await started(options, directory);
    const made = new RbacServer(server, await server.admin(), options, directory);
    for (const name of ['t1', 't2']) await made.make('/api/v1/namespaces', { metadata: { name } });
    return made;
  }

  async stop(): Promise<void> {
    await this.server.close();
    await rm(this.directory, { recursive: true, force: true });
  }

  /** Stops the server and starts it on the same data. */
  async restart(): Promise<void> {
    await this.server.close();
    this.server = await started(this.options, this.directory);
    this.administrator = await this.server.admin();
  }

  /** The server, for raw requests. */
  get listening(): TestServer {
    return this.server;
  }

  get vocabulary(): Vocabulary {
    return vocabularies[this.options.vocabulary ?? 'orch'];
  }

  /** Path of roles and bindings of a namespace, or of the cluster. */
  rbac(resource: string, namespace = ''): string {
    const base = `/apis/${this.vocabulary.groups.rbac}/v1`;
    return namespace === '' ? `${base}/${resource}` : `${base}/namespaces/${namespace}/${resource}`;
  }

  /** Sends a request as the administrator. @param request method and path. */
  admin(request: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send(request, body, headers, { agent: this.administrator });
  }

  /** Sends a request as a user; unauthenticated when the name is empty. */
  as(user: string, request: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send(request, body, headers, user === '' ? {} : { token: user });
  }

  /** Opens a watch as a user. */
  async watch(user: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<WatchStream> {
    const {
      statusCode,
      headers: answered,
      body,
    } = await request(`${this.server.server.url}${path}`, {
      dispatcher: (this.watching ??= this.server.agent()),
      headers: { authorization: `Bearer ${user}`, ...headers },
    });
    return new WatchStream(statusCode, answered, body);
  }

  async codeAs(user: string, request: string, body?: unknown): Promise<number> {
    return (await this.as(user, request, body)).code;
  }

  /** Sends a raw request line, because clients normalize paths. Returns the whole response as text. */
  raw(user: string, request: string): Promise<string> {
    const { hostname, port } = new URL(this.server.server.url);
    const socket = connect({ host: hostname, port: Number(port), ca: this.server.caPem });
    const head = user === '' ? '' : `authorization: Bearer ${user}\r\n`;
    socket.end(`${request} HTTP/1.1\r\nhost: ${hostname}\r\n${head}connection: close\r\n\r\n`);
    return text(socket);
  }

  /** Creates an object as the administrator; fails when the status is not 201. */
  async make(path: string, body: unknown): Promise<Answer> {
    const answer = await this.admin(`POST ${path}`, body);
    if (answer.code !== 201) throw new Error(`POST ${path}: ${answer.text}`);
    return answer;
  }

  role(namespace: string, name: string, ...rules: PolicyRule[]): Promise<Answer> {
    return this.make(this.rbac('roles', namespace), { metadata: { name }, rules });
  }

  clusterRole(name: string, ...rules: PolicyRule[]): Promise<Answer> {
    return this.make(this.rbac('clusterroles'), { metadata: { name }, rules });
  }

  /** @param role `Role/x` or `ClusterRole/x`; subjects are users unless they say otherwise. */
  bind(namespace: string, name: string, role: string, ...subjects: (string | Subject)[]): Promise<Answer> {
    const resource = namespace === '' ? 'clusterrolebindings' : 'rolebindings';
    return this.make(this.rbac(resource, namespace), binding(this.vocabulary, name, role, ...subjects));
  }

  private send(
    request: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
    who: { agent?: Agent; token?: string },
  ): Promise<Answer> {
    const space = request.indexOf(' ');
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    return this.server.call(request.slice(space + 1), {
      method: request.slice(0, space),
      headers: { ...type, ...headers },
      ...(body === undefined ? {} : { body }),
      ...who,
    });
  }
}

/** The body of a binding. @param role `Role/x` or `ClusterRole/x`; subjects are users unless they say otherwise. */
export function binding({ groups }: Vocabulary, name: string, role: string, ...subjects: (string | Subject)[]): object {
  const slash = role.indexOf('/');
  return {
    metadata: { name },
    roleRef: { apiGroup: groups.rbac, kind: role.slice(0, slash), name: role.slice(slash + 1) },
    subjects: subjects.map((subject) =>
      typeof subject === 'string' ? { kind: 'User', apiGroup: groups.rbac, name: subject } : subject,
    ),
  };
}

function started({ vocabulary, modes }: Options, directory: string): Promise<TestServer> {
  return TestServer.start({
    dataDir: join(directory, 'data'),
    tokenAuthFile: join(directory, 'tokens.csv'),
    ...(vocabulary ? { vocabulary } : {}),
    ...(modes ? { authorization: { ...DEFAULT_AUTHORIZATION, modes } } : {}),
  });
}
