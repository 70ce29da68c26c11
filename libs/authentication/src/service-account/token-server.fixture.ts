import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiServerDependencies, ApiServerOptions } from '@orch/server';
import { readTokenKeys, signsTokens, signToken, type SigningTokenKey } from '@orch/pki';
import { vocabularies, type Vocabulary } from '@orch/vocabulary';
import type { Agent } from 'undici';
import { TestServer, type Answer } from '@orch/server-testing';
import { DEFAULT_SERVICE_ACCOUNT_OPTIONS, type ServiceAccountOptions } from './service-account-options.js';

type Fields = Record<string, unknown>;

/** The spec of a TokenRequest. */
export interface RequestedToken {
  readonly audiences?: readonly string[];
  readonly expirationSeconds?: number;
  readonly boundObjectRef?: Fields;
}

interface Options extends Omit<Partial<ApiServerOptions>, 'serviceAccount'> {
  readonly serviceAccount?: Partial<ServiceAccountOptions>;
}

/** A server with a namespace `t1`, and operations for tests of service account tokens. */
export class TokenServer {
  private constructor(
    readonly server: TestServer,
    private readonly admin: Agent,
    readonly vocabulary: Vocabulary,
  ) {}

  static async start(given: Options = {}, dependencies: ApiServerDependencies = {}): Promise<TokenServer> {
    const serviceAccount = { ...DEFAULT_SERVICE_ACCOUNT_OPTIONS, ...given.serviceAccount };
    const server = await TestServer.start({ ...given, serviceAccount }, dependencies);
    const made = new TokenServer(server, await server.admin(), vocabularies[given.vocabulary ?? 'orch']);
    await made.post('/api/v1/namespaces', { metadata: { name: 't1' } });
    return made;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  get(path: string, token?: string): Promise<Answer> {
    return this.server.call(path, token === undefined ? { agent: this.admin } : { token });
  }
  post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.server.call(path, {
      method: 'POST',
      body,
      agent: this.admin,
      headers: { 'content-type': 'application/json', ...headers },
    });
  }
  delete(resource: string, name: string): Promise<Answer> {
    return this.server.call(`${this.in(resource)}/${name}?gracePeriodSeconds=0`, {
      method: 'DELETE',
      agent: this.admin,
    });
  }
  merge(resource: string, name: string, body: object): Promise<Answer> {
    const headers = { 'content-type': 'application/merge-patch+json' };
    return this.server.call(`${this.in(resource)}/${name}`, { method: 'PATCH', body, agent: this.admin, headers });
  }

  /** Creates an object in `t1`. @returns its uid. */
  async make(resource: string, name: string, more: object = {}): Promise<string> {
    const { code, json, text } = await this.post(this.in(resource), { metadata: { name }, ...more });
    if (code !== 201) throw new Error(text);
    return (json['metadata'] as { uid: string }).uid;
  }
  account(name: string): Promise<string> {
    return this.make('serviceaccounts', name);
  }
  pod(name: string, spec: object = {}): Promise<string> {
    return this.make('pods', name, { spec: { containers: [{ name: 'c', image: 'i' }], ...spec } });
  }

  /** Requests a token of an account in `t1`. */
  request(account: string, spec: RequestedToken = {}, query = ''): Promise<Answer> {
    return this.post(`${this.in('serviceaccounts')}/${account}/token${query}`, { spec });
  }
  /** The token itself. */
  async token(account: string, spec: RequestedToken = {}): Promise<string> {
    const { json, text, code } = await this.request(account, spec);
    if (code !== 201) throw new Error(text);
    return (json['status'] as { token: string }).token;
  }

  /** A token Secret in `t1`, filled as by the controller. @param key default: the one in the data directory. */
  async tokenSecret(name: string, account: string, uid: string, key?: SigningTokenKey): Promise<string> {
    const { legacyIssuer, legacyClaimPrefix: p } = this.vocabulary.serviceAccountTokens;
    const claims = {
      iss: legacyIssuer,
      [`${p}namespace`]: 't1',
      [`${p}secret.name`]: name,
      [`${p}service-account.name`]: account,
      [`${p}service-account.uid`]: uid,
      sub: `system:serviceaccount:t1:${account}`,
    };
    const token = signToken(key ?? (await this.keyOf('sa.key')), claims);
    const { annotations, secretTypes } = this.vocabulary;
    await this.post(this.in('secrets'), {
      metadata: { name, annotations: { [annotations.serviceAccountName]: account } },
      type: secretTypes.serviceAccountToken,
      stringData: { token },
    });
    return token;
  }
  /** A private key of the data directory. */
  async keyOf(file: string): Promise<SigningTokenKey> {
    return readTokenKeys(await readFile(join(this.server.dataDir, 'pki', file), 'utf8')).find(signsTokens)!;
  }

  /** The user of a token by SelfSubjectReview; the status code if it is rejected. */
  async userOf(token: string): Promise<Fields | number> {
    const { code, json } = await this.server.call(
      `/apis/${this.vocabulary.groups.authentication}/v1/selfsubjectreviews`,
      {
        method: 'POST',
        body: {},
        token,
        headers: { 'content-type': 'application/json' },
      },
    );
    return code === 201 ? ((json['status'] as Fields)['userInfo'] as Fields) : code;
  }
  /** The status of a TokenReview. */
  async review(token: string, audiences?: readonly string[]): Promise<Fields | number> {
    const { code, json } = await this.post(`/apis/${this.vocabulary.groups.authentication}/v1/tokenreviews`, {
      spec: { token, ...(audiences && { audiences }) },
    });
    return code === 201 ? (json['status'] as Fields) : code;
  }

  in(resource: string): string {
    return `/api/v1/namespaces/t1/${resource}`;
  }
}
